/** Where a purchase's page is. */
export const purchaseUrl = (ref: string) => `/app/inbounds/${encodeURIComponent(ref)}`;
