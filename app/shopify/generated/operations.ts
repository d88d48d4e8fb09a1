// Made by `npm run codegen` from operations.graphql and Shopify's Admin schema 2026-10. Do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** The status of the app subscription. */
export type AppSubscriptionStatus =
  /** The app subscription has been approved by the merchant and is ready to be activated by the app. */
  | 'ACCEPTED'
  /**
   * The app subscription has been approved by the merchant. Active app
   * subscriptions are billed to the shop. After payment, partners receive payouts.
   */
  | 'ACTIVE'
  /**
   * The app subscription was cancelled by the app. This could be caused by the app
   * being uninstalled, a new app subscription being activated, or a direct
   * cancellation by the app. This is a terminal state.
   */
  | 'CANCELLED'
  /** The app subscription was declined by the merchant. This is a terminal state. */
  | 'DECLINED'
  /** The app subscription wasn't approved by the merchant within two days of being created. This is a terminal state. */
  | 'EXPIRED'
  /** The app subscription is on hold due to non-payment. The subscription re-activates after payments resume. */
  | 'FROZEN'
  /** The app subscription is pending approval by the merchant. */
  | 'PENDING';

/** Error codes for failed bulk operations. */
export type BulkOperationErrorCode =
  /**
   * The provided operation `query` returned access denied due to missing
   * [access scopes](https://shopify.dev/api/usage/access-scopes).
   * Review the requested object permissions and execute the query as a normal non-bulk GraphQL request to see more details.
   */
  | 'ACCESS_DENIED'
  /**
   * The operation resulted in partial or incomplete data due to internal server errors during execution.
   * These errors might be intermittent, so you can try performing the same query again.
   */
  | 'INTERNAL_SERVER_ERROR'
  /**
   * The operation resulted in partial or incomplete data due to query timeouts during execution.
   * In some cases, timeouts can be avoided by modifying your `query` to select fewer fields.
   */
  | 'TIMEOUT';

/** The valid values for the status of a bulk operation. */
export type BulkOperationStatus =
  /** The bulk operation has been canceled. */
  | 'CANCELED'
  /**
   * Cancelation has been initiated on the bulk operation. There may be a short delay from when a cancelation
   * starts until the operation is actually canceled.
   */
  | 'CANCELING'
  /** The bulk operation has successfully completed. */
  | 'COMPLETED'
  /** The bulk operation has been created. */
  | 'CREATED'
  /** The bulk operation URL has expired. */
  | 'EXPIRED'
  /**
   * The bulk operation has failed. For information on why the operation failed, use
   * [BulkOperation.errorCode](https://shopify.dev/api/admin-graphql/latest/enums/bulkoperationerrorcode).
   */
  | 'FAILED'
  /** The bulk operation is running. */
  | 'RUNNING';

/** Possible error codes that can be returned by `BulkOperationUserError`. */
export type BulkOperationUserErrorCode =
  /** The input value is invalid. */
  | 'INVALID'
  /** Bulk operations limit reached. Please try again later. */
  | 'LIMIT_REACHED'
  /** A bulk operation is already in progress. */
  | 'OPERATION_IN_PROGRESS';

/**
 * The code designating a country/region, which generally follows ISO 3166-1 alpha-2 guidelines.
 * If a territory doesn't have a country code value in the `CountryCode` enum, then it might be considered a subdivision
 * of another country. For example, the territories associated with Spain are represented by the country code `ES`,
 * and the territories associated with the United States of America are represented by the country code `US`.
 */
export type CountryCode =
  /** Ascension Island. */
  | 'AC'
  /** Andorra. */
  | 'AD'
  /** United Arab Emirates. */
  | 'AE'
  /** Afghanistan. */
  | 'AF'
  /** Antigua & Barbuda. */
  | 'AG'
  /** Anguilla. */
  | 'AI'
  /** Albania. */
  | 'AL'
  /** Armenia. */
  | 'AM'
  /** Netherlands Antilles. */
  | 'AN'
  /** Angola. */
  | 'AO'
  /** Argentina. */
  | 'AR'
  /** Austria. */
  | 'AT'
  /** Australia. */
  | 'AU'
  /** Aruba. */
  | 'AW'
  /** Åland Islands. */
  | 'AX'
  /** Azerbaijan. */
  | 'AZ'
  /** Bosnia & Herzegovina. */
  | 'BA'
  /** Barbados. */
  | 'BB'
  /** Bangladesh. */
  | 'BD'
  /** Belgium. */
  | 'BE'
  /** Burkina Faso. */
  | 'BF'
  /** Bulgaria. */
  | 'BG'
  /** Bahrain. */
  | 'BH'
  /** Burundi. */
  | 'BI'
  /** Benin. */
  | 'BJ'
  /** St. Barthélemy. */
  | 'BL'
  /** Bermuda. */
  | 'BM'
  /** Brunei. */
  | 'BN'
  /** Bolivia. */
  | 'BO'
  /** Caribbean Netherlands. */
  | 'BQ'
  /** Brazil. */
  | 'BR'
  /** Bahamas. */
  | 'BS'
  /** Bhutan. */
  | 'BT'
  /** Bouvet Island. */
  | 'BV'
  /** Botswana. */
  | 'BW'
  /** Belarus. */
  | 'BY'
  /** Belize. */
  | 'BZ'
  /** Canada. */
  | 'CA'
  /** Cocos (Keeling) Islands. */
  | 'CC'
  /** Congo - Kinshasa. */
  | 'CD'
  /** Central African Republic. */
  | 'CF'
  /** Congo - Brazzaville. */
  | 'CG'
  /** Switzerland. */
  | 'CH'
  /** Côte d’Ivoire. */
  | 'CI'
  /** Cook Islands. */
  | 'CK'
  /** Chile. */
  | 'CL'
  /** Cameroon. */
  | 'CM'
  /** China. */
  | 'CN'
  /** Colombia. */
  | 'CO'
  /** Costa Rica. */
  | 'CR'
  /** Cuba. */
  | 'CU'
  /** Cape Verde. */
  | 'CV'
  /** Curaçao. */
  | 'CW'
  /** Christmas Island. */
  | 'CX'
  /** Cyprus. */
  | 'CY'
  /** Czechia. */
  | 'CZ'
  /** Germany. */
  | 'DE'
  /** Djibouti. */
  | 'DJ'
  /** Denmark. */
  | 'DK'
  /** Dominica. */
  | 'DM'
  /** Dominican Republic. */
  | 'DO'
  /** Algeria. */
  | 'DZ'
  /** Ecuador. */
  | 'EC'
  /** Estonia. */
  | 'EE'
  /** Egypt. */
  | 'EG'
  /** Western Sahara. */
  | 'EH'
  /** Eritrea. */
  | 'ER'
  /** Spain. */
  | 'ES'
  /** Ethiopia. */
  | 'ET'
  /** Finland. */
  | 'FI'
  /** Fiji. */
  | 'FJ'
  /** Falkland Islands. */
  | 'FK'
  /** Faroe Islands. */
  | 'FO'
  /** France. */
  | 'FR'
  /** Gabon. */
  | 'GA'
  /** United Kingdom. */
  | 'GB'
  /** Grenada. */
  | 'GD'
  /** Georgia. */
  | 'GE'
  /** French Guiana. */
  | 'GF'
  /** Guernsey. */
  | 'GG'
  /** Ghana. */
  | 'GH'
  /** Gibraltar. */
  | 'GI'
  /** Greenland. */
  | 'GL'
  /** Gambia. */
  | 'GM'
  /** Guinea. */
  | 'GN'
  /** Guadeloupe. */
  | 'GP'
  /** Equatorial Guinea. */
  | 'GQ'
  /** Greece. */
  | 'GR'
  /** South Georgia & South Sandwich Islands. */
  | 'GS'
  /** Guatemala. */
  | 'GT'
  /** Guinea-Bissau. */
  | 'GW'
  /** Guyana. */
  | 'GY'
  /** Hong Kong SAR. */
  | 'HK'
  /** Heard & McDonald Islands. */
  | 'HM'
  /** Honduras. */
  | 'HN'
  /** Croatia. */
  | 'HR'
  /** Haiti. */
  | 'HT'
  /** Hungary. */
  | 'HU'
  /** Indonesia. */
  | 'ID'
  /** Ireland. */
  | 'IE'
  /** Israel. */
  | 'IL'
  /** Isle of Man. */
  | 'IM'
  /** India. */
  | 'IN'
  /** British Indian Ocean Territory. */
  | 'IO'
  /** Iraq. */
  | 'IQ'
  /** Iran. */
  | 'IR'
  /** Iceland. */
  | 'IS'
  /** Italy. */
  | 'IT'
  /** Jersey. */
  | 'JE'
  /** Jamaica. */
  | 'JM'
  /** Jordan. */
  | 'JO'
  /** Japan. */
  | 'JP'
  /** Kenya. */
  | 'KE'
  /** Kyrgyzstan. */
  | 'KG'
  /** Cambodia. */
  | 'KH'
  /** Kiribati. */
  | 'KI'
  /** Comoros. */
  | 'KM'
  /** St. Kitts & Nevis. */
  | 'KN'
  /** North Korea. */
  | 'KP'
  /** South Korea. */
  | 'KR'
  /** Kuwait. */
  | 'KW'
  /** Cayman Islands. */
  | 'KY'
  /** Kazakhstan. */
  | 'KZ'
  /** Laos. */
  | 'LA'
  /** Lebanon. */
  | 'LB'
  /** St. Lucia. */
  | 'LC'
  /** Liechtenstein. */
  | 'LI'
  /** Sri Lanka. */
  | 'LK'
  /** Liberia. */
  | 'LR'
  /** Lesotho. */
  | 'LS'
  /** Lithuania. */
  | 'LT'
  /** Luxembourg. */
  | 'LU'
  /** Latvia. */
  | 'LV'
  /** Libya. */
  | 'LY'
  /** Morocco. */
  | 'MA'
  /** Monaco. */
  | 'MC'
  /** Moldova. */
  | 'MD'
  /** Montenegro. */
  | 'ME'
  /** St. Martin. */
  | 'MF'
  /** Madagascar. */
  | 'MG'
  /** North Macedonia. */
  | 'MK'
  /** Mali. */
  | 'ML'
  /** Myanmar (Burma). */
  | 'MM'
  /** Mongolia. */
  | 'MN'
  /** Macao SAR. */
  | 'MO'
  /** Martinique. */
  | 'MQ'
  /** Mauritania. */
  | 'MR'
  /** Montserrat. */
  | 'MS'
  /** Malta. */
  | 'MT'
  /** Mauritius. */
  | 'MU'
  /** Maldives. */
  | 'MV'
  /** Malawi. */
  | 'MW'
  /** Mexico. */
  | 'MX'
  /** Malaysia. */
  | 'MY'
  /** Mozambique. */
  | 'MZ'
  /** Namibia. */
  | 'NA'
  /** New Caledonia. */
  | 'NC'
  /** Niger. */
  | 'NE'
  /** Norfolk Island. */
  | 'NF'
  /** Nigeria. */
  | 'NG'
  /** Nicaragua. */
  | 'NI'
  /** Netherlands. */
  | 'NL'
  /** Norway. */
  | 'NO'
  /** Nepal. */
  | 'NP'
  /** Nauru. */
  | 'NR'
  /** Niue. */
  | 'NU'
  /** New Zealand. */
  | 'NZ'
  /** Oman. */
  | 'OM'
  /** Panama. */
  | 'PA'
  /** Peru. */
  | 'PE'
  /** French Polynesia. */
  | 'PF'
  /** Papua New Guinea. */
  | 'PG'
  /** Philippines. */
  | 'PH'
  /** Pakistan. */
  | 'PK'
  /** Poland. */
  | 'PL'
  /** St. Pierre & Miquelon. */
  | 'PM'
  /** Pitcairn Islands. */
  | 'PN'
  /** Palestinian Territories. */
  | 'PS'
  /** Portugal. */
  | 'PT'
  /** Paraguay. */
  | 'PY'
  /** Qatar. */
  | 'QA'
  /** Réunion. */
  | 'RE'
  /** Romania. */
  | 'RO'
  /** Serbia. */
  | 'RS'
  /** Russia. */
  | 'RU'
  /** Rwanda. */
  | 'RW'
  /** Saudi Arabia. */
  | 'SA'
  /** Solomon Islands. */
  | 'SB'
  /** Seychelles. */
  | 'SC'
  /** Sudan. */
  | 'SD'
  /** Sweden. */
  | 'SE'
  /** Singapore. */
  | 'SG'
  /** St. Helena. */
  | 'SH'
  /** Slovenia. */
  | 'SI'
  /** Svalbard & Jan Mayen. */
  | 'SJ'
  /** Slovakia. */
  | 'SK'
  /** Sierra Leone. */
  | 'SL'
  /** San Marino. */
  | 'SM'
  /** Senegal. */
  | 'SN'
  /** Somalia. */
  | 'SO'
  /** Suriname. */
  | 'SR'
  /** South Sudan. */
  | 'SS'
  /** São Tomé & Príncipe. */
  | 'ST'
  /** El Salvador. */
  | 'SV'
  /** Sint Maarten. */
  | 'SX'
  /** Syria. */
  | 'SY'
  /** Eswatini. */
  | 'SZ'
  /** Tristan da Cunha. */
  | 'TA'
  /** Turks & Caicos Islands. */
  | 'TC'
  /** Chad. */
  | 'TD'
  /** French Southern Territories. */
  | 'TF'
  /** Togo. */
  | 'TG'
  /** Thailand. */
  | 'TH'
  /** Tajikistan. */
  | 'TJ'
  /** Tokelau. */
  | 'TK'
  /** Timor-Leste. */
  | 'TL'
  /** Turkmenistan. */
  | 'TM'
  /** Tunisia. */
  | 'TN'
  /** Tonga. */
  | 'TO'
  /** Türkiye. */
  | 'TR'
  /** Trinidad & Tobago. */
  | 'TT'
  /** Tuvalu. */
  | 'TV'
  /** Taiwan. */
  | 'TW'
  /** Tanzania. */
  | 'TZ'
  /** Ukraine. */
  | 'UA'
  /** Uganda. */
  | 'UG'
  /** U.S. Outlying Islands. */
  | 'UM'
  /** United States. */
  | 'US'
  /** Uruguay. */
  | 'UY'
  /** Uzbekistan. */
  | 'UZ'
  /** Vatican City. */
  | 'VA'
  /** St. Vincent & Grenadines. */
  | 'VC'
  /** Venezuela. */
  | 'VE'
  /** British Virgin Islands. */
  | 'VG'
  /** Vietnam. */
  | 'VN'
  /** Vanuatu. */
  | 'VU'
  /** Wallis & Futuna. */
  | 'WF'
  /** Samoa. */
  | 'WS'
  /** Kosovo. */
  | 'XK'
  /** Yemen. */
  | 'YE'
  /** Mayotte. */
  | 'YT'
  /** South Africa. */
  | 'ZA'
  /** Zambia. */
  | 'ZM'
  /** Zimbabwe. */
  | 'ZW'
  /** Unknown Region. */
  | 'ZZ';

/**
 * The currency codes that represent the world currencies throughout the Admin API. Currency codes include
 * [standard ISO 4217 codes](https://en.wikipedia.org/wiki/ISO_4217), legacy codes, non-standard codes,
 * digital currency codes.
 */
export type CurrencyCode =
  /** United Arab Emirates Dirham (AED). */
  | 'AED'
  /** Afghan Afghani (AFN). */
  | 'AFN'
  /** Albanian Lek (ALL). */
  | 'ALL'
  /** Armenian Dram (AMD). */
  | 'AMD'
  /** Netherlands Antillean Guilder. */
  | 'ANG'
  /** Angolan Kwanza (AOA). */
  | 'AOA'
  /** Argentine Pesos (ARS). */
  | 'ARS'
  /** Australian Dollars (AUD). */
  | 'AUD'
  /** Aruban Florin (AWG). */
  | 'AWG'
  /** Azerbaijani Manat (AZN). */
  | 'AZN'
  /** Bosnia and Herzegovina Convertible Mark (BAM). */
  | 'BAM'
  /** Barbadian Dollar (BBD). */
  | 'BBD'
  /** Bangladesh Taka (BDT). */
  | 'BDT'
  /** Bulgarian Lev (BGN). */
  | 'BGN'
  /** Bahraini Dinar (BHD). */
  | 'BHD'
  /** Burundian Franc (BIF). */
  | 'BIF'
  /** Bermudian Dollar (BMD). */
  | 'BMD'
  /** Brunei Dollar (BND). */
  | 'BND'
  /** Bolivian Boliviano (BOB). */
  | 'BOB'
  /** Brazilian Real (BRL). */
  | 'BRL'
  /** Bahamian Dollar (BSD). */
  | 'BSD'
  /** Bhutanese Ngultrum (BTN). */
  | 'BTN'
  /** Botswana Pula (BWP). */
  | 'BWP'
  /** Belarusian Ruble (BYN). */
  | 'BYN'
  /** Belarusian Ruble (BYR). */
  | 'BYR'
  /** Belize Dollar (BZD). */
  | 'BZD'
  /** Canadian Dollars (CAD). */
  | 'CAD'
  /** Congolese franc (CDF). */
  | 'CDF'
  /** Swiss Francs (CHF). */
  | 'CHF'
  /** Chilean Peso (CLP). */
  | 'CLP'
  /** Chinese Yuan Renminbi (CNY). */
  | 'CNY'
  /** Colombian Peso (COP). */
  | 'COP'
  /** Costa Rican Colones (CRC). */
  | 'CRC'
  /** Cape Verdean escudo (CVE). */
  | 'CVE'
  /** Czech Koruny (CZK). */
  | 'CZK'
  /** Djiboutian Franc (DJF). */
  | 'DJF'
  /** Danish Kroner (DKK). */
  | 'DKK'
  /** Dominican Peso (DOP). */
  | 'DOP'
  /** Algerian Dinar (DZD). */
  | 'DZD'
  /** Egyptian Pound (EGP). */
  | 'EGP'
  /** Eritrean Nakfa (ERN). */
  | 'ERN'
  /** Ethiopian Birr (ETB). */
  | 'ETB'
  /** Euro (EUR). */
  | 'EUR'
  /** Fijian Dollars (FJD). */
  | 'FJD'
  /** Falkland Islands Pounds (FKP). */
  | 'FKP'
  /** United Kingdom Pounds (GBP). */
  | 'GBP'
  /** Georgian Lari (GEL). */
  | 'GEL'
  /** Ghanaian Cedi (GHS). */
  | 'GHS'
  /** Gibraltar Pounds (GIP). */
  | 'GIP'
  /** Gambian Dalasi (GMD). */
  | 'GMD'
  /** Guinean Franc (GNF). */
  | 'GNF'
  /** Guatemalan Quetzal (GTQ). */
  | 'GTQ'
  /** Guyanese Dollar (GYD). */
  | 'GYD'
  /** Hong Kong Dollars (HKD). */
  | 'HKD'
  /** Honduran Lempira (HNL). */
  | 'HNL'
  /** Croatian Kuna (HRK). */
  | 'HRK'
  /** Haitian Gourde (HTG). */
  | 'HTG'
  /** Hungarian Forint (HUF). */
  | 'HUF'
  /** Indonesian Rupiah (IDR). */
  | 'IDR'
  /** Israeli New Shekel (NIS). */
  | 'ILS'
  /** Indian Rupees (INR). */
  | 'INR'
  /** Iraqi Dinar (IQD). */
  | 'IQD'
  /** Iranian Rial (IRR). */
  | 'IRR'
  /** Icelandic Kronur (ISK). */
  | 'ISK'
  /** Jersey Pound. */
  | 'JEP'
  /** Jamaican Dollars (JMD). */
  | 'JMD'
  /** Jordanian Dinar (JOD). */
  | 'JOD'
  /** Japanese Yen (JPY). */
  | 'JPY'
  /** Kenyan Shilling (KES). */
  | 'KES'
  /** Kyrgyzstani Som (KGS). */
  | 'KGS'
  /** Cambodian Riel. */
  | 'KHR'
  /** Kiribati Dollar (KID). */
  | 'KID'
  /** Comorian Franc (KMF). */
  | 'KMF'
  /** South Korean Won (KRW). */
  | 'KRW'
  /** Kuwaiti Dinar (KWD). */
  | 'KWD'
  /** Cayman Dollars (KYD). */
  | 'KYD'
  /** Kazakhstani Tenge (KZT). */
  | 'KZT'
  /** Laotian Kip (LAK). */
  | 'LAK'
  /** Lebanese Pounds (LBP). */
  | 'LBP'
  /** Sri Lankan Rupees (LKR). */
  | 'LKR'
  /** Liberian Dollar (LRD). */
  | 'LRD'
  /** Lesotho Loti (LSL). */
  | 'LSL'
  /** Lithuanian Litai (LTL). */
  | 'LTL'
  /** Latvian Lati (LVL). */
  | 'LVL'
  /** Libyan Dinar (LYD). */
  | 'LYD'
  /** Moroccan Dirham. */
  | 'MAD'
  /** Moldovan Leu (MDL). */
  | 'MDL'
  /** Malagasy Ariary (MGA). */
  | 'MGA'
  /** Macedonia Denar (MKD). */
  | 'MKD'
  /** Burmese Kyat (MMK). */
  | 'MMK'
  /** Mongolian Tugrik. */
  | 'MNT'
  /** Macanese Pataca (MOP). */
  | 'MOP'
  /** Mauritanian Ouguiya (MRU). */
  | 'MRU'
  /** Mauritian Rupee (MUR). */
  | 'MUR'
  /** Maldivian Rufiyaa (MVR). */
  | 'MVR'
  /** Malawian Kwacha (MWK). */
  | 'MWK'
  /** Mexican Pesos (MXN). */
  | 'MXN'
  /** Malaysian Ringgits (MYR). */
  | 'MYR'
  /** Mozambican Metical. */
  | 'MZN'
  /** Namibian Dollar. */
  | 'NAD'
  /** Nigerian Naira (NGN). */
  | 'NGN'
  /** Nicaraguan Córdoba (NIO). */
  | 'NIO'
  /** Norwegian Kroner (NOK). */
  | 'NOK'
  /** Nepalese Rupee (NPR). */
  | 'NPR'
  /** New Zealand Dollars (NZD). */
  | 'NZD'
  /** Omani Rial (OMR). */
  | 'OMR'
  /** Panamian Balboa (PAB). */
  | 'PAB'
  /** Peruvian Nuevo Sol (PEN). */
  | 'PEN'
  /** Papua New Guinean Kina (PGK). */
  | 'PGK'
  /** Philippine Peso (PHP). */
  | 'PHP'
  /** Pakistani Rupee (PKR). */
  | 'PKR'
  /** Polish Zlotych (PLN). */
  | 'PLN'
  /** Paraguayan Guarani (PYG). */
  | 'PYG'
  /** Qatari Rial (QAR). */
  | 'QAR'
  /** Romanian Lei (RON). */
  | 'RON'
  /** Serbian dinar (RSD). */
  | 'RSD'
  /** Russian Rubles (RUB). */
  | 'RUB'
  /** Rwandan Franc (RWF). */
  | 'RWF'
  /** Saudi Riyal (SAR). */
  | 'SAR'
  /** Solomon Islands Dollar (SBD). */
  | 'SBD'
  /** Seychellois Rupee (SCR). */
  | 'SCR'
  /** Sudanese Pound (SDG). */
  | 'SDG'
  /** Swedish Kronor (SEK). */
  | 'SEK'
  /** Singapore Dollars (SGD). */
  | 'SGD'
  /** Saint Helena Pounds (SHP). */
  | 'SHP'
  /** Sierra Leonean Leone (SLL). */
  | 'SLL'
  /** Somali Shilling (SOS). */
  | 'SOS'
  /** Surinamese Dollar (SRD). */
  | 'SRD'
  /** South Sudanese Pound (SSP). */
  | 'SSP'
  /** Sao Tome And Principe Dobra (STD). */
  | 'STD'
  /** Sao Tome And Principe Dobra (STN). */
  | 'STN'
  /** Syrian Pound (SYP). */
  | 'SYP'
  /** Swazi Lilangeni (SZL). */
  | 'SZL'
  /** Thai baht (THB). */
  | 'THB'
  /** Tajikistani Somoni (TJS). */
  | 'TJS'
  /** Turkmenistani Manat (TMT). */
  | 'TMT'
  /** Tunisian Dinar (TND). */
  | 'TND'
  /** Tongan Pa'anga (TOP). */
  | 'TOP'
  /** Turkish Lira (TRY). */
  | 'TRY'
  /** Trinidad and Tobago Dollars (TTD). */
  | 'TTD'
  /** Taiwan Dollars (TWD). */
  | 'TWD'
  /** Tanzanian Shilling (TZS). */
  | 'TZS'
  /** Ukrainian Hryvnia (UAH). */
  | 'UAH'
  /** Ugandan Shilling (UGX). */
  | 'UGX'
  /** United States Dollars (USD). */
  | 'USD'
  /** United States Dollars Coin (USDC). */
  | 'USDC'
  /** Uruguayan Pesos (UYU). */
  | 'UYU'
  /** Uzbekistan som (UZS). */
  | 'UZS'
  /** Venezuelan Bolivares (VED). */
  | 'VED'
  /** Venezuelan Bolivares (VEF). */
  | 'VEF'
  /** Venezuelan Bolivares Soberanos (VES). */
  | 'VES'
  /** Vietnamese đồng (VND). */
  | 'VND'
  /** Vanuatu Vatu (VUV). */
  | 'VUV'
  /** Samoan Tala (WST). */
  | 'WST'
  /** Central African CFA Franc (XAF). */
  | 'XAF'
  /** East Caribbean Dollar (XCD). */
  | 'XCD'
  /** West African CFA franc (XOF). */
  | 'XOF'
  /** CFP Franc (XPF). */
  | 'XPF'
  /** Unrecognized currency. */
  | 'XXX'
  /** Yemeni Rial (YER). */
  | 'YER'
  /** South African Rand (ZAR). */
  | 'ZAR'
  /** Zambian Kwacha (ZMW). */
  | 'ZMW';

/** The status of a fulfillment. */
export type FulfillmentStatus =
  /** The fulfillment was canceled. */
  | 'CANCELLED'
  /** There was an error with the fulfillment request. */
  | 'ERROR'
  /** The fulfillment request failed. */
  | 'FAILURE'
  /** The third-party fulfillment service has acknowledged the fulfillment and is processing it. */
  | 'OPEN'
  /**
   * Shopify has created the fulfillment and is waiting for the third-party
   * fulfillment service to transition it to `open` or `success`.
   */
  | 'PENDING'
  /** The fulfillment was completed successfully. */
  | 'SUCCESS';

/** The input fields for the quantity to be set for an inventory item at a location. */
export type InventoryQuantityInput = {
  /**
   * The quantity currently expected at this location, before setting the new quantity.
   *
   * This field enables a compare-and-swap (CAS) safety check. If the location’s
   * current quantity doesn't match the value you provide, then the mutation fails
   * with a `CHANGE_FROM_QUANTITY_STALE` error. This helps prevent unintended
   * overwrites when the request is based on stale inventory data.
   *
   * To skip the CAS check, pass `null`. Use this only when your system is the
   * source of truth for this inventory and you don’t need to protect against
   * concurrent updates.
   * This field is mandatory: you must explicitly pass in a value, even if that
   * value is `null`, or the mutation returns an error.
   *
   * For more information, refer to the [compare and swap documentation](https://shopify.dev/docs/apps/build/orders-fulfillment/inventory-management-apps/manage-quantities-states#compare-and-swap).
   */
  changeFromQuantity?: number | null | undefined;
  /** Specifies the inventory item to which the quantity will be set. */
  inventoryItemId: string;
  /** Specifies the location at which the quantity will be set. */
  locationId: string;
  /** The quantity to which the inventory quantity will be set. */
  quantity: number;
};

/** The input fields required to set inventory quantities. */
export type InventorySetQuantitiesInput = {
  /** The name of quantities to be changed. The only accepted values are: `available` or `on_hand`. */
  name: string;
  /** The values to which each quantities will be set. */
  quantities: Array<InventoryQuantityInput>;
  /**
   * The reason for the quantity changes. The value must be one of the [possible
   * reasons](https://shopify.dev/docs/apps/fulfillment/inventory-management-apps/quantities-states#set-inventory-quantities-on-hand).
   */
  reason: string;
  /**
   * A URI that represents why the inventory change happened, identifying the
   * source system and document that caused this adjustment. Enables complete audit
   * trails and brand visibility in Shopify admin inventory history.
   *
   * Preferred format - Global ID (GID): gid://[your-app-name]/[entity-type]/[id]
   *
   * Examples:
   * - gid://warehouse-app/PurchaseOrder/PO-2024-001 (stock received)
   * - gid://3pl-system/CycleCount/CC-2024-0125 (cycle count adjustment)
   * - gid://pos-app/Transaction/TXN-98765 (in-store sale)
   * - gid://erp-connector/SyncJob/SYNC-2024-11-21-001 (ERP sync)
   * - gid://shopify/Order/1234567890 (Shopify order reference)
   *
   * Benefits: Your app name appears directly in merchant inventory history,
   * reducing support tickets and providing clear audit trails for compliance.
   *
   * Alternative formats (also supported): https://myapp.com/documents/12345, custom-scheme://identifier
   *
   * Requirements: Valid URI with scheme and content. For GID format, all components (app, entity, id) must be present.
   */
  referenceDocumentUri?: string | null | undefined;
};

/** Possible error codes that can be returned by `InventorySetQuantitiesUserError`. */
export type InventorySetQuantitiesUserErrorCode =
  /** The changeFromQuantity value does not match persisted value. */
  | 'CHANGE_FROM_QUANTITY_STALE'
  /** The compareQuantity argument must be given to each quantity or ignored using ignoreCompareQuantity. */
  | 'COMPARE_QUANTITY_REQUIRED'
  /** The compareQuantity value does not match persisted value. */
  | 'COMPARE_QUANTITY_STALE'
  /** This request is currently in progress, please try again. */
  | 'IDEMPOTENCY_CONCURRENT_REQUEST'
  /** The same idempotency key cannot be used with different operation parameters. */
  | 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH'
  /** A previous request with this idempotency key failed. Retry with a new idempotency key. */
  | 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED'
  /** The specified inventory item could not be found. */
  | 'INVALID_INVENTORY_ITEM'
  /** The specified location could not be found. */
  | 'INVALID_LOCATION'
  /** The quantity name must be either 'available' or 'on_hand'. */
  | 'INVALID_NAME'
  /** The quantity can't be negative. */
  | 'INVALID_QUANTITY_NEGATIVE'
  /** The total quantity can't be higher than 1,000,000,000. */
  | 'INVALID_QUANTITY_TOO_HIGH'
  /** The total quantity can't be lower than -1,000,000,000. */
  | 'INVALID_QUANTITY_TOO_LOW'
  /** The specified reason is invalid. */
  | 'INVALID_REASON'
  /** The specified reference document is invalid. */
  | 'INVALID_REFERENCE_DOCUMENT'
  /** The specified inventory item is not allowed to be adjusted via API. Example: if the inventory item is a parent bundle. */
  | 'NON_MUTABLE_INVENTORY_ITEM'
  /** The combination of inventoryItemId and locationId must be unique. */
  | 'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR';

/** The input fields for a monetary value with currency. */
export type MoneyInput = {
  /** Decimal money amount. */
  amount: string;
  /** Currency of the money. */
  currencyCode: CurrencyCode;
};

/** The input fields required to reimburse duties on a refund. */
export type RefundDutyInput = {
  /** The ID of the duty in the refund. */
  dutyId: string;
  /** The type of refund for this duty. */
  refundType?: RefundDutyRefundType | null | undefined;
};

/** The type of refund to perform for a particular refund duty. */
export type RefundDutyRefundType =
  /** The duty is fully refunded. */
  | 'FULL'
  /** The duty is proportionally refunded based on the quantity of the refunded line item. */
  | 'PROPORTIONAL';

/** The input fields for processing the financial outcome of a refund. */
export type RefundMethodInput =
  {   /** The details of the refund to store credit. */
  storeCreditRefund: StoreCreditRefundInput; };

/** The input fields for the shipping cost to refund. */
export type RefundShippingInput = {
  /** Whether to refund the full shipping amount. */
  fullRefund?: boolean | null | undefined;
  /**
   * The input fields required to refund shipping cost, in the presentment currency of the order.
   * This overrides the `fullRefund` argument.
   * This field defaults to 0.00 when not provided and when the `fullRefund` argument is false.
   */
  shippingRefundAmount?: MoneyInput | null | undefined;
};

/** Possible error codes that can be returned by `ReturnUserError`. */
export type ReturnErrorCode =
  /** The requested resource already exists. */
  | 'ALREADY_EXISTS'
  /** The input value is blank. */
  | 'BLANK'
  /** A requested resource could not be created. */
  | 'CREATION_FAILED'
  /** The input value should be equal to the value allowed. */
  | 'EQUAL_TO'
  /** A required feature is not enabled. */
  | 'FEATURE_NOT_ENABLED'
  /** The input value should be greater than the minimum allowed value. */
  | 'GREATER_THAN'
  /** The input value should be greater than or equal to the minimum value allowed. */
  | 'GREATER_THAN_OR_EQUAL_TO'
  /** The input value isn't included in the list. */
  | 'INCLUSION'
  /**
   * The requested configuration cannot be applied to this standard return policy
   * which is managed for you in compliance with relevant regulations.
   */
  | 'INCOMPATIBLE_WITH_STANDARD_POLICY'
  /** Unexpected internal error happened. */
  | 'INTERNAL_ERROR'
  /** The input value is invalid. */
  | 'INVALID'
  /** A resource was not in the correct state for the operation to succeed. */
  | 'INVALID_STATE'
  /** The input value should be less than the maximum value allowed. */
  | 'LESS_THAN'
  /** The input value should be less than or equal to the maximum value allowed. */
  | 'LESS_THAN_OR_EQUAL_TO'
  /** The user does not have permission to perform the operation. */
  | 'MISSING_PERMISSION'
  /** A requested notification could not be sent. */
  | 'NOTIFICATION_FAILED'
  /** The input value is not a number. */
  | 'NOT_A_NUMBER'
  /** A requested item is not editable. */
  | 'NOT_EDITABLE'
  /** A requested item could not be found. */
  | 'NOT_FOUND'
  /** The input value needs to be blank. */
  | 'PRESENT'
  /** The input value is already taken. */
  | 'TAKEN'
  /** The input value is too big. */
  | 'TOO_BIG'
  /** The input value is too long. */
  | 'TOO_LONG'
  /** Too many arguments provided. */
  | 'TOO_MANY_ARGUMENTS'
  /** The input value is too short. */
  | 'TOO_SHORT'
  /** The input value is the wrong length. */
  | 'WRONG_LENGTH';

/** The input fields for an exchange line item. */
export type ReturnProcessExchangeLineItemInput = {
  /** The ID of the exchange line item. */
  id: string;
  /** The quantity of the exchange line item. */
  quantity: number;
};

/** The input fields for the financial transfer for the return. */
export type ReturnProcessFinancialTransferInput =
  {   /** Issue a refund for the return. */
  issueRefund: ReturnProcessRefundInput; };

/** The input fields for processing a return. */
export type ReturnProcessInput = {
  /** The exchange line items list to be handled. */
  exchangeLineItems?: Array<ReturnProcessExchangeLineItemInput> | null | undefined;
  /** The financial transfer for the return. */
  financialTransfer?: ReturnProcessFinancialTransferInput | null | undefined;
  /** The note for the return. */
  note?: string | null | undefined;
  /** Whether to notify the customer about the return. */
  notifyCustomer?: boolean | null | undefined;
  /** The refund duties list to be handled. */
  refundDuties?: Array<RefundDutyInput> | null | undefined;
  /** The shipping cost to refund. */
  refundShipping?: RefundShippingInput | null | undefined;
  /** The ID of the return to be processed. */
  returnId: string;
  /** The return line items list to be handled. */
  returnLineItems?: Array<ReturnProcessReturnLineItemInput> | null | undefined;
  /** ID of the tip line item. */
  tipLineId?: string | null | undefined;
};

/** The input fields for the refund for the return. */
export type ReturnProcessRefundInput = {
  /** Whether to allow the total refunded amount to surpass the amount paid for the order. */
  allowOverRefunding?: boolean | null | undefined;
  /** The order transactions for the refund. */
  orderTransactions: Array<ReturnRefundOrderTransactionInput>;
  /** A list of instructions to process the financial outcome of the refund. */
  refundMethods?: Array<RefundMethodInput> | null | undefined;
};

/** The input fields for a return line item. */
export type ReturnProcessReturnLineItemInput = {
  /** The dispositions for the return line item. */
  dispositions?: Array<ReverseFulfillmentOrderDisposeInput> | null | undefined;
  /** The ID of the return line item. */
  id: string;
  /** The quantity of the return line item. */
  quantity: number;
};

/** The input fields to create order transactions when refunding a return. */
export type ReturnRefundOrderTransactionInput = {
  /** The ID of the parent order transaction. The transaction must be of kind `CAPTURE` or a `SALE`. */
  parentId: string;
  /** The amount of money for the transaction in the presentment currency of the order. */
  transactionAmount: MoneyInput;
};

/** The status of a return. */
export type ReturnStatus =
  /** The return has been canceled. */
  | 'CANCELED'
  /** The return has been completed. */
  | 'CLOSED'
  /** The return was declined. */
  | 'DECLINED'
  /** The return is in progress. */
  | 'OPEN'
  /** The return was requested. */
  | 'REQUESTED';

/** The input fields for a reverse label. */
export type ReverseDeliveryLabelInput = {
  /**
   * The URL of the label file. If a label file was uploaded to be attached to the
   * delivery, then provide the temporary staged URL.
   */
  fileUrl: string;
};

/** The input fields for tracking information about a return delivery. */
export type ReverseDeliveryTrackingInput = {
  /** The tracking number for the label. */
  number?: string | null | undefined;
  /**
   * The tracking URL for the carrier. If the carrier isn't supported by Shopify,
   * then provide the tracking URL of the delivery.
   */
  url?: string | null | undefined;
};

/** The input fields to dispose a reverse fulfillment order line item. */
export type ReverseFulfillmentOrderDisposeInput = {
  /** The final arrangement for the reverse fulfillment order line item. */
  dispositionType: ReverseFulfillmentOrderDispositionType;
  /**
   * The ID of the location where the reverse fulfillment order line item is to be disposed.
   *         This is required when the disposition type is RESTOCKED.
   */
  locationId?: string | null | undefined;
  /** The quantity of the reverse fulfillment order line item to dispose. */
  quantity: number;
  /** The ID of the reverse fulfillment order line item. */
  reverseFulfillmentOrderLineItemId: string;
};

/** The final arrangement of an item from a reverse fulfillment order. */
export type ReverseFulfillmentOrderDispositionType =
  /** An item that was expected but absent. */
  | 'MISSING'
  /** An item that wasn't restocked. */
  | 'NOT_RESTOCKED'
  /** An item that requires further processing before being restocked or discarded. */
  | 'PROCESSING_REQUIRED'
  /** An item that was restocked. */
  | 'RESTOCKED';

/** The status of a reverse fulfillment order. */
export type ReverseFulfillmentOrderStatus =
  /** The reverse fulfillment order has been canceled. */
  | 'CANCELED'
  /** The reverse fulfillment order has been completed. */
  | 'CLOSED'
  /** The reverse fulfillment order is in progress. */
  | 'OPEN';

/**
 * The possible HTTP methods that can be used when sending a request to upload a file using information from a
 * [StagedMediaUploadTarget](https://shopify.dev/api/admin-graphql/latest/objects/StagedMediaUploadTarget).
 */
export type StagedUploadHttpMethodType =
  /** The POST HTTP method. */
  | 'POST'
  /** The PUT HTTP method. */
  | 'PUT';

/** The input fields for generating staged upload targets. */
export type StagedUploadInput = {
  /**
   * The size of the file to upload, in bytes. This is required when the request's resource property is set to
   * [VIDEO](https://shopify.dev/api/admin-graphql/latest/enums/StagedUploadTargetGenerateUploadResource#value-video)
   * or [MODEL_3D](https://shopify.dev/api/admin-graphql/latest/enums/StagedUploadTargetGenerateUploadResource#value-model3d).
   */
  fileSize?: string | null | undefined;
  /** The file's name and extension. */
  filename: string;
  /**
   * The HTTP method to be used when sending a request to upload the file using the returned staged
   * upload target.
   */
  httpMethod?: StagedUploadHttpMethodType | null | undefined;
  /** The file's MIME type. */
  mimeType: string;
  /** The file's intended Shopify resource type. */
  resource: StagedUploadTargetGenerateUploadResource;
};

/** The resource type to receive. */
export type StagedUploadTargetGenerateUploadResource =
  /**
   * Represents bulk mutation variables.
   *
   * For example, bulk mutation variables can be used for bulk operations using the
   * [bulkOperationRunMutation mutation](https://shopify.dev/api/admin-graphql/latest/mutations/bulkOperationRunMutation).
   */
  | 'BULK_MUTATION_VARIABLES'
  /**
   * An image associated with a collection.
   *
   * For example, after uploading an image, you can use the
   * [collectionUpdate mutation](https://shopify.dev/api/admin-graphql/latest/mutations/collectionUpdate)
   * to add the image to a collection.
   */
  | 'COLLECTION_IMAGE'
  /**
   * Represents a file associated with a dispute.
   *
   * For example, after uploading the file, you can add the file to a dispute using the
   * [disputeEvidenceUpdate mutation](https://shopify.dev/api/admin-graphql/latest/mutations/disputeEvidenceUpdate).
   */
  | 'DISPUTE_FILE_UPLOAD'
  /**
   * Represents any file other than HTML.
   *
   * For example, after uploading the file, you can add the file to the
   * [Files page](https://shopify.com/admin/settings/files) in Shopify admin using the
   * [fileCreate mutation](https://shopify.dev/api/admin-graphql/latest/mutations/fileCreate).
   */
  | 'FILE'
  /**
   * An image.
   *
   * For example, after uploading an image, you can add the image to a product using the
   * [productCreateMedia mutation](https://shopify.dev/api/admin-graphql/latest/mutations/productCreateMedia)
   * or to the [Files page](https://shopify.com/admin/settings/files) in Shopify admin using the
   * [fileCreate mutation](https://shopify.dev/api/admin-graphql/latest/mutations/fileCreate).
   */
  | 'IMAGE'
  /**
   * A Shopify hosted 3d model.
   *
   * For example, after uploading the 3d model, you can add the 3d model to a product using the
   * [productCreateMedia mutation](https://shopify.dev/api/admin-graphql/latest/mutations/productCreateMedia).
   */
  | 'MODEL_3D'
  /**
   * An image that's associated with a product.
   *
   * For example, after uploading the image, you can add the image to a product using the
   * [productCreateMedia mutation](https://shopify.dev/api/admin-graphql/latest/mutations/productCreateMedia).
   */
  | 'PRODUCT_IMAGE'
  /**
   * Represents a label associated with a return.
   *
   * For example, once uploaded, this resource can be used to [create a
   * ReverseDelivery](https://shopify.dev/api/admin-graphql/unstable/mutations/reverseDeliveryCreateWithShipping).
   */
  | 'RETURN_LABEL'
  /**
   * An image.
   *
   * For example, after uploading the image, you can add the image to the
   * [Files page](https://shopify.com/admin/settings/files) in Shopify admin using the
   * [fileCreate mutation](https://shopify.dev/api/admin-graphql/latest/mutations/fileCreate).
   */
  | 'SHOP_IMAGE'
  /**
   * Represents a redirect CSV file.
   *
   * Example usage: This resource can be used for creating a
   * [UrlRedirectImport](https://shopify.dev/api/admin-graphql/2022-04/objects/UrlRedirectImport)
   * object for use in the
   * [urlRedirectImportCreate mutation](https://shopify.dev/api/admin-graphql/latest/mutations/urlRedirectImportCreate).
   */
  | 'URL_REDIRECT_IMPORT'
  /**
   * A Shopify-hosted video.
   *
   * For example, after uploading the video, you can add the video to a product using the
   * [productCreateMedia mutation](https://shopify.dev/api/admin-graphql/latest/mutations/productCreateMedia)
   * or to the [Files page](https://shopify.com/admin/settings/files) in Shopify admin using the
   * [fileCreate mutation](https://shopify.dev/api/admin-graphql/latest/mutations/fileCreate).
   */
  | 'VIDEO';

/** The input fields to process a refund to store credit. */
export type StoreCreditRefundInput = {
  /** The amount to be issued as store credit. */
  amount: MoneyInput;
  /** An optional expiration date for the store credit being issued. */
  expiresAt?: string | null | undefined;
};

export type LocationsQueryVariables = Exact<{ [key: string]: never; }>;


export type LocationsQuery = { locations: { nodes: Array<{ id: string, name: string, isActive: boolean }> } };

export type ShopTimeZoneQueryVariables = Exact<{ [key: string]: never; }>;


export type ShopTimeZoneQuery = { shop: { ianaTimezone: string } };

export type GrantedScopesQueryVariables = Exact<{ [key: string]: never; }>;


export type GrantedScopesQuery = { currentAppInstallation: { accessScopes: Array<{ handle: string }> } };

export type ActivePlansQueryVariables = Exact<{ [key: string]: never; }>;


export type ActivePlansQuery = { currentAppInstallation: { activeSubscriptions: Array<{ status: AppSubscriptionStatus }> } };

export type RunBulkQueryMutationVariables = Exact<{
  query: string;
}>;


export type RunBulkQueryMutation = { bulkOperationRunQuery: { bulkOperation: { id: string } | null, userErrors: Array<{ code: BulkOperationUserErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type CancelBulkQueryMutationVariables = Exact<{
  id: string;
}>;


export type CancelBulkQueryMutation = { bulkOperationCancel: { userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type BulkOperationStateQueryVariables = Exact<{
  id: string;
}>;


export type BulkOperationStateQuery = { bulkOperation: { id: string, status: BulkOperationStatus, errorCode: BulkOperationErrorCode | null, objectCount: string, fileSize: string | null, url: string | null } | null };

export type StockLevelsQueryVariables = Exact<{
  inventoryItemIds: Array<string> | string;
  locationId: string;
}>;


export type StockLevelsQuery = { location: { id: string, isActive: boolean } | null, nodes: Array<
    | { __typename: 'AbandonedCheckout' }
    | { __typename: 'AbandonedCheckoutLineItem' }
    | { __typename: 'Abandonment' }
    | { __typename: 'AddAllProductsOperation' }
    | { __typename: 'AdditionalFee' }
    | { __typename: 'AnalyticsAnnotation' }
    | { __typename: 'AnalyticsTarget' }
    | { __typename: 'App' }
    | { __typename: 'AppCatalog' }
    | { __typename: 'AppCredit' }
    | { __typename: 'AppInstallation' }
    | { __typename: 'AppPurchaseOneTime' }
    | { __typename: 'AppRevenueAttributionRecord' }
    | { __typename: 'AppSubscription' }
    | { __typename: 'AppUsageRecord' }
    | { __typename: 'Article' }
    | { __typename: 'BasicEvent' }
    | { __typename: 'Blog' }
    | { __typename: 'BulkOperation' }
    | { __typename: 'BusinessEntity' }
    | { __typename: 'CalculatedOrder' }
    | { __typename: 'CartTransform' }
    | { __typename: 'CashDrawer' }
    | { __typename: 'CashManagementCustomReasonCode' }
    | { __typename: 'CashManagementDefaultReasonCode' }
    | { __typename: 'CashManagementSystemReasonCode' }
    | { __typename: 'CashTrackingAdjustment' }
    | { __typename: 'CashTrackingSession' }
    | { __typename: 'CatalogCsvOperation' }
    | { __typename: 'Channel' }
    | { __typename: 'ChannelDefinition' }
    | { __typename: 'ChannelInformation' }
    | { __typename: 'CheckoutAndAccountsConfiguration' }
    | { __typename: 'CheckoutAndAccountsConfigurationOverride' }
    | { __typename: 'CheckoutProfile' }
    | { __typename: 'Collection' }
    | { __typename: 'CollectionConditionsSource' }
    | { __typename: 'CollectionSubCollectionsSource' }
    | { __typename: 'Comment' }
    | { __typename: 'CommentEvent' }
    | { __typename: 'Company' }
    | { __typename: 'CompanyAddress' }
    | { __typename: 'CompanyContact' }
    | { __typename: 'CompanyContactRole' }
    | { __typename: 'CompanyContactRoleAssignment' }
    | { __typename: 'CompanyLocation' }
    | { __typename: 'CompanyLocationCatalog' }
    | { __typename: 'CompanyLocationStaffMemberAssignment' }
    | { __typename: 'ConsentPolicy' }
    | { __typename: 'CurrencyExchangeAdjustment' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerAccountAppExtensionPage' }
    | { __typename: 'CustomerAccountNativePage' }
    | { __typename: 'CustomerPaymentMethod' }
    | { __typename: 'CustomerSegmentMembersQuery' }
    | { __typename: 'CustomerVisit' }
    | { __typename: 'DeliveryCarrierService' }
    | { __typename: 'DeliveryCondition' }
    | { __typename: 'DeliveryCountry' }
    | { __typename: 'DeliveryCustomization' }
    | { __typename: 'DeliveryLocationGroup' }
    | { __typename: 'DeliveryMethod' }
    | { __typename: 'DeliveryMethodDefinition' }
    | { __typename: 'DeliveryParticipant' }
    | { __typename: 'DeliveryProfile' }
    | { __typename: 'DeliveryProfileItem' }
    | { __typename: 'DeliveryPromiseParticipant' }
    | { __typename: 'DeliveryPromiseProvider' }
    | { __typename: 'DeliveryProvince' }
    | { __typename: 'DeliveryRateDefinition' }
    | { __typename: 'DeliveryZone' }
    | { __typename: 'DiscountAutomaticBxgy' }
    | { __typename: 'DiscountAutomaticNode' }
    | { __typename: 'DiscountCodeNode' }
    | { __typename: 'DiscountNode' }
    | { __typename: 'DiscountRedeemCodeBulkCreation' }
    | { __typename: 'Domain' }
    | { __typename: 'DraftOrder' }
    | { __typename: 'DraftOrderLineItem' }
    | { __typename: 'DraftOrderTag' }
    | { __typename: 'Duty' }
    | { __typename: 'ExchangeLineItem' }
    | { __typename: 'ExternalVideo' }
    | { __typename: 'Fulfillment' }
    | { __typename: 'FulfillmentConstraintRule' }
    | { __typename: 'FulfillmentEvent' }
    | { __typename: 'FulfillmentHold' }
    | { __typename: 'FulfillmentLineItem' }
    | { __typename: 'FulfillmentOrder' }
    | { __typename: 'FulfillmentOrderDestination' }
    | { __typename: 'FulfillmentOrderLineItem' }
    | { __typename: 'FulfillmentOrderMerchantRequest' }
    | { __typename: 'GenericFile' }
    | { __typename: 'GiftCard' }
    | { __typename: 'GiftCardCashOutTransaction' }
    | { __typename: 'GiftCardCreditTransaction' }
    | { __typename: 'GiftCardDebitTransaction' }
    | { __typename: 'IdentityProviderSubject' }
    | { __typename: 'InventoryAdjustmentGroup' }
    | { __typename: 'InventoryItem', id: string, tracked: boolean, inventoryLevel: { quantities: Array<{ name: string, quantity: number }> } | null }
    | { __typename: 'InventoryItemMeasurement' }
    | { __typename: 'InventoryLevel' }
    | { __typename: 'InventoryQuantity' }
    | { __typename: 'InventoryShipment' }
    | { __typename: 'InventoryShipmentLineItem' }
    | { __typename: 'InventoryTransfer' }
    | { __typename: 'InventoryTransferLineItem' }
    | { __typename: 'LineItem' }
    | { __typename: 'LineItemGroup' }
    | { __typename: 'Location' }
    | { __typename: 'MailingAddress' }
    | { __typename: 'Market' }
    | { __typename: 'MarketCatalog' }
    | { __typename: 'MarketRegionCountry' }
    | { __typename: 'MarketRegionSubdivision' }
    | { __typename: 'MarketWebPresence' }
    | { __typename: 'MarketingActivity' }
    | { __typename: 'MarketingEvent' }
    | { __typename: 'MediaImage' }
    | { __typename: 'Menu' }
    | { __typename: 'Metafield' }
    | { __typename: 'MetafieldDefinition' }
    | { __typename: 'Metaobject' }
    | { __typename: 'MetaobjectDefinition' }
    | { __typename: 'Model3d' }
    | { __typename: 'OnlineStoreTheme' }
    | { __typename: 'Order' }
    | { __typename: 'OrderAdjustment' }
    | { __typename: 'OrderAttributionDefinition' }
    | { __typename: 'OrderCancelJobResult' }
    | { __typename: 'OrderCreateMandatePaymentJobResult' }
    | { __typename: 'OrderDisputeSummary' }
    | { __typename: 'OrderEditSession' }
    | { __typename: 'OrderTransaction' }
    | { __typename: 'Page' }
    | { __typename: 'PaymentCustomization' }
    | { __typename: 'PaymentMandate' }
    | { __typename: 'PaymentSchedule' }
    | { __typename: 'PaymentTerms' }
    | { __typename: 'PaymentTermsTemplate' }
    | { __typename: 'PointOfSaleDevice' }
    | { __typename: 'PointOfSaleDevicePaymentSession' }
    | { __typename: 'PriceList' }
    | { __typename: 'Product' }
    | { __typename: 'ProductBundleOperation' }
    | { __typename: 'ProductDeleteOperation' }
    | { __typename: 'ProductDuplicateOperation' }
    | { __typename: 'ProductFeed' }
    | { __typename: 'ProductOption' }
    | { __typename: 'ProductOptionValue' }
    | { __typename: 'ProductSetOperation' }
    | { __typename: 'ProductTaxonomyNode' }
    | { __typename: 'ProductVariant' }
    | { __typename: 'ProductVariantComponent' }
    | { __typename: 'Publication' }
    | { __typename: 'PublicationResourceOperation' }
    | { __typename: 'QuantityPriceBreak' }
    | { __typename: 'Refund' }
    | { __typename: 'RefundShippingLine' }
    | { __typename: 'Return' }
    | { __typename: 'ReturnLineItem' }
    | { __typename: 'ReturnReasonDefinition' }
    | { __typename: 'ReturnableFulfillment' }
    | { __typename: 'ReverseDelivery' }
    | { __typename: 'ReverseDeliveryLineItem' }
    | { __typename: 'ReverseFulfillmentOrder' }
    | { __typename: 'ReverseFulfillmentOrderDisposition' }
    | { __typename: 'ReverseFulfillmentOrderLineItem' }
    | { __typename: 'SaleAdditionalFee' }
    | { __typename: 'SavedSearch' }
    | { __typename: 'ScriptTag' }
    | { __typename: 'Segment' }
    | { __typename: 'SellingPlan' }
    | { __typename: 'SellingPlanGroup' }
    | { __typename: 'ServerPixel' }
    | { __typename: 'ShippingLabel' }
    | { __typename: 'ShippingLabelPurchaseResult' }
    | { __typename: 'Shop' }
    | { __typename: 'ShopAddress' }
    | { __typename: 'ShopPolicy' }
    | { __typename: 'ShopifyPaymentsAccount' }
    | { __typename: 'ShopifyPaymentsBalanceTransaction' }
    | { __typename: 'ShopifyPaymentsBankAccount' }
    | { __typename: 'ShopifyPaymentsDispute' }
    | { __typename: 'ShopifyPaymentsDisputeEvidence' }
    | { __typename: 'ShopifyPaymentsDisputeFileUpload' }
    | { __typename: 'ShopifyPaymentsDisputeFulfillment' }
    | { __typename: 'ShopifyPaymentsPayout' }
    | { __typename: 'StaffMember' }
    | { __typename: 'StandardMetafieldDefinitionTemplate' }
    | { __typename: 'StoreCreditAccount' }
    | { __typename: 'StoreCreditAccountCreditTransaction' }
    | { __typename: 'StoreCreditAccountDebitRevertTransaction' }
    | { __typename: 'StoreCreditAccountDebitTransaction' }
    | { __typename: 'StorefrontAccessToken' }
    | { __typename: 'SubscriptionBillingAttempt' }
    | { __typename: 'SubscriptionContract' }
    | { __typename: 'SubscriptionDraft' }
    | { __typename: 'TaxonomyAttribute' }
    | { __typename: 'TaxonomyCategory' }
    | { __typename: 'TaxonomyChoiceListAttribute' }
    | { __typename: 'TaxonomyMeasurementAttribute' }
    | { __typename: 'TaxonomyValue' }
    | { __typename: 'TenderTransaction' }
    | { __typename: 'TransactionFee' }
    | { __typename: 'UnverifiedReturnLineItem' }
    | { __typename: 'UrlRedirect' }
    | { __typename: 'UrlRedirectImport' }
    | { __typename: 'Validation' }
    | { __typename: 'Video' }
    | { __typename: 'WebPixel' }
    | { __typename: 'WebhookSubscription' }
   | null> };

export type FulfilledLinesFragment = { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ quantity: number | null, lineItem: { variant: { id: string } | null } }> };

export type FulfillmentsOfOrderFragment = { id: string, fulfillments: Array<{ id: string, status: FulfillmentStatus, createdAt: string, location: { id: string } | null, fulfillmentLineItems: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ quantity: number | null, lineItem: { variant: { id: string } | null } }> } }> };

export type FulfillmentsOfOrdersQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type FulfillmentsOfOrdersQuery = { nodes: Array<
    | { __typename: 'AbandonedCheckout' }
    | { __typename: 'AbandonedCheckoutLineItem' }
    | { __typename: 'Abandonment' }
    | { __typename: 'AddAllProductsOperation' }
    | { __typename: 'AdditionalFee' }
    | { __typename: 'AnalyticsAnnotation' }
    | { __typename: 'AnalyticsTarget' }
    | { __typename: 'App' }
    | { __typename: 'AppCatalog' }
    | { __typename: 'AppCredit' }
    | { __typename: 'AppInstallation' }
    | { __typename: 'AppPurchaseOneTime' }
    | { __typename: 'AppRevenueAttributionRecord' }
    | { __typename: 'AppSubscription' }
    | { __typename: 'AppUsageRecord' }
    | { __typename: 'Article' }
    | { __typename: 'BasicEvent' }
    | { __typename: 'Blog' }
    | { __typename: 'BulkOperation' }
    | { __typename: 'BusinessEntity' }
    | { __typename: 'CalculatedOrder' }
    | { __typename: 'CartTransform' }
    | { __typename: 'CashDrawer' }
    | { __typename: 'CashManagementCustomReasonCode' }
    | { __typename: 'CashManagementDefaultReasonCode' }
    | { __typename: 'CashManagementSystemReasonCode' }
    | { __typename: 'CashTrackingAdjustment' }
    | { __typename: 'CashTrackingSession' }
    | { __typename: 'CatalogCsvOperation' }
    | { __typename: 'Channel' }
    | { __typename: 'ChannelDefinition' }
    | { __typename: 'ChannelInformation' }
    | { __typename: 'CheckoutAndAccountsConfiguration' }
    | { __typename: 'CheckoutAndAccountsConfigurationOverride' }
    | { __typename: 'CheckoutProfile' }
    | { __typename: 'Collection' }
    | { __typename: 'CollectionConditionsSource' }
    | { __typename: 'CollectionSubCollectionsSource' }
    | { __typename: 'Comment' }
    | { __typename: 'CommentEvent' }
    | { __typename: 'Company' }
    | { __typename: 'CompanyAddress' }
    | { __typename: 'CompanyContact' }
    | { __typename: 'CompanyContactRole' }
    | { __typename: 'CompanyContactRoleAssignment' }
    | { __typename: 'CompanyLocation' }
    | { __typename: 'CompanyLocationCatalog' }
    | { __typename: 'CompanyLocationStaffMemberAssignment' }
    | { __typename: 'ConsentPolicy' }
    | { __typename: 'CurrencyExchangeAdjustment' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerAccountAppExtensionPage' }
    | { __typename: 'CustomerAccountNativePage' }
    | { __typename: 'CustomerPaymentMethod' }
    | { __typename: 'CustomerSegmentMembersQuery' }
    | { __typename: 'CustomerVisit' }
    | { __typename: 'DeliveryCarrierService' }
    | { __typename: 'DeliveryCondition' }
    | { __typename: 'DeliveryCountry' }
    | { __typename: 'DeliveryCustomization' }
    | { __typename: 'DeliveryLocationGroup' }
    | { __typename: 'DeliveryMethod' }
    | { __typename: 'DeliveryMethodDefinition' }
    | { __typename: 'DeliveryParticipant' }
    | { __typename: 'DeliveryProfile' }
    | { __typename: 'DeliveryProfileItem' }
    | { __typename: 'DeliveryPromiseParticipant' }
    | { __typename: 'DeliveryPromiseProvider' }
    | { __typename: 'DeliveryProvince' }
    | { __typename: 'DeliveryRateDefinition' }
    | { __typename: 'DeliveryZone' }
    | { __typename: 'DiscountAutomaticBxgy' }
    | { __typename: 'DiscountAutomaticNode' }
    | { __typename: 'DiscountCodeNode' }
    | { __typename: 'DiscountNode' }
    | { __typename: 'DiscountRedeemCodeBulkCreation' }
    | { __typename: 'Domain' }
    | { __typename: 'DraftOrder' }
    | { __typename: 'DraftOrderLineItem' }
    | { __typename: 'DraftOrderTag' }
    | { __typename: 'Duty' }
    | { __typename: 'ExchangeLineItem' }
    | { __typename: 'ExternalVideo' }
    | { __typename: 'Fulfillment' }
    | { __typename: 'FulfillmentConstraintRule' }
    | { __typename: 'FulfillmentEvent' }
    | { __typename: 'FulfillmentHold' }
    | { __typename: 'FulfillmentLineItem' }
    | { __typename: 'FulfillmentOrder' }
    | { __typename: 'FulfillmentOrderDestination' }
    | { __typename: 'FulfillmentOrderLineItem' }
    | { __typename: 'FulfillmentOrderMerchantRequest' }
    | { __typename: 'GenericFile' }
    | { __typename: 'GiftCard' }
    | { __typename: 'GiftCardCashOutTransaction' }
    | { __typename: 'GiftCardCreditTransaction' }
    | { __typename: 'GiftCardDebitTransaction' }
    | { __typename: 'IdentityProviderSubject' }
    | { __typename: 'InventoryAdjustmentGroup' }
    | { __typename: 'InventoryItem' }
    | { __typename: 'InventoryItemMeasurement' }
    | { __typename: 'InventoryLevel' }
    | { __typename: 'InventoryQuantity' }
    | { __typename: 'InventoryShipment' }
    | { __typename: 'InventoryShipmentLineItem' }
    | { __typename: 'InventoryTransfer' }
    | { __typename: 'InventoryTransferLineItem' }
    | { __typename: 'LineItem' }
    | { __typename: 'LineItemGroup' }
    | { __typename: 'Location' }
    | { __typename: 'MailingAddress' }
    | { __typename: 'Market' }
    | { __typename: 'MarketCatalog' }
    | { __typename: 'MarketRegionCountry' }
    | { __typename: 'MarketRegionSubdivision' }
    | { __typename: 'MarketWebPresence' }
    | { __typename: 'MarketingActivity' }
    | { __typename: 'MarketingEvent' }
    | { __typename: 'MediaImage' }
    | { __typename: 'Menu' }
    | { __typename: 'Metafield' }
    | { __typename: 'MetafieldDefinition' }
    | { __typename: 'Metaobject' }
    | { __typename: 'MetaobjectDefinition' }
    | { __typename: 'Model3d' }
    | { __typename: 'OnlineStoreTheme' }
    | { __typename: 'Order', id: string, fulfillments: Array<{ id: string, status: FulfillmentStatus, createdAt: string, location: { id: string } | null, fulfillmentLineItems: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ quantity: number | null, lineItem: { variant: { id: string } | null } }> } }> }
    | { __typename: 'OrderAdjustment' }
    | { __typename: 'OrderAttributionDefinition' }
    | { __typename: 'OrderCancelJobResult' }
    | { __typename: 'OrderCreateMandatePaymentJobResult' }
    | { __typename: 'OrderDisputeSummary' }
    | { __typename: 'OrderEditSession' }
    | { __typename: 'OrderTransaction' }
    | { __typename: 'Page' }
    | { __typename: 'PaymentCustomization' }
    | { __typename: 'PaymentMandate' }
    | { __typename: 'PaymentSchedule' }
    | { __typename: 'PaymentTerms' }
    | { __typename: 'PaymentTermsTemplate' }
    | { __typename: 'PointOfSaleDevice' }
    | { __typename: 'PointOfSaleDevicePaymentSession' }
    | { __typename: 'PriceList' }
    | { __typename: 'Product' }
    | { __typename: 'ProductBundleOperation' }
    | { __typename: 'ProductDeleteOperation' }
    | { __typename: 'ProductDuplicateOperation' }
    | { __typename: 'ProductFeed' }
    | { __typename: 'ProductOption' }
    | { __typename: 'ProductOptionValue' }
    | { __typename: 'ProductSetOperation' }
    | { __typename: 'ProductTaxonomyNode' }
    | { __typename: 'ProductVariant' }
    | { __typename: 'ProductVariantComponent' }
    | { __typename: 'Publication' }
    | { __typename: 'PublicationResourceOperation' }
    | { __typename: 'QuantityPriceBreak' }
    | { __typename: 'Refund' }
    | { __typename: 'RefundShippingLine' }
    | { __typename: 'Return' }
    | { __typename: 'ReturnLineItem' }
    | { __typename: 'ReturnReasonDefinition' }
    | { __typename: 'ReturnableFulfillment' }
    | { __typename: 'ReverseDelivery' }
    | { __typename: 'ReverseDeliveryLineItem' }
    | { __typename: 'ReverseFulfillmentOrder' }
    | { __typename: 'ReverseFulfillmentOrderDisposition' }
    | { __typename: 'ReverseFulfillmentOrderLineItem' }
    | { __typename: 'SaleAdditionalFee' }
    | { __typename: 'SavedSearch' }
    | { __typename: 'ScriptTag' }
    | { __typename: 'Segment' }
    | { __typename: 'SellingPlan' }
    | { __typename: 'SellingPlanGroup' }
    | { __typename: 'ServerPixel' }
    | { __typename: 'ShippingLabel' }
    | { __typename: 'ShippingLabelPurchaseResult' }
    | { __typename: 'Shop' }
    | { __typename: 'ShopAddress' }
    | { __typename: 'ShopPolicy' }
    | { __typename: 'ShopifyPaymentsAccount' }
    | { __typename: 'ShopifyPaymentsBalanceTransaction' }
    | { __typename: 'ShopifyPaymentsBankAccount' }
    | { __typename: 'ShopifyPaymentsDispute' }
    | { __typename: 'ShopifyPaymentsDisputeEvidence' }
    | { __typename: 'ShopifyPaymentsDisputeFileUpload' }
    | { __typename: 'ShopifyPaymentsDisputeFulfillment' }
    | { __typename: 'ShopifyPaymentsPayout' }
    | { __typename: 'StaffMember' }
    | { __typename: 'StandardMetafieldDefinitionTemplate' }
    | { __typename: 'StoreCreditAccount' }
    | { __typename: 'StoreCreditAccountCreditTransaction' }
    | { __typename: 'StoreCreditAccountDebitRevertTransaction' }
    | { __typename: 'StoreCreditAccountDebitTransaction' }
    | { __typename: 'StorefrontAccessToken' }
    | { __typename: 'SubscriptionBillingAttempt' }
    | { __typename: 'SubscriptionContract' }
    | { __typename: 'SubscriptionDraft' }
    | { __typename: 'TaxonomyAttribute' }
    | { __typename: 'TaxonomyCategory' }
    | { __typename: 'TaxonomyChoiceListAttribute' }
    | { __typename: 'TaxonomyMeasurementAttribute' }
    | { __typename: 'TaxonomyValue' }
    | { __typename: 'TenderTransaction' }
    | { __typename: 'TransactionFee' }
    | { __typename: 'UnverifiedReturnLineItem' }
    | { __typename: 'UrlRedirect' }
    | { __typename: 'UrlRedirectImport' }
    | { __typename: 'Validation' }
    | { __typename: 'Video' }
    | { __typename: 'WebPixel' }
    | { __typename: 'WebhookSubscription' }
   | null> };

export type FulfillmentsOfChangedOrdersQueryVariables = Exact<{
  query: string;
  after?: string | null | undefined;
}>;


export type FulfillmentsOfChangedOrdersQuery = { orders: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, fulfillments: Array<{ id: string, status: FulfillmentStatus, createdAt: string, location: { id: string } | null, fulfillmentLineItems: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ quantity: number | null, lineItem: { variant: { id: string } | null } }> } }> }> } };

export type MoreFulfilledLinesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type MoreFulfilledLinesQuery = { fulfillment: { fulfillmentLineItems: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ quantity: number | null, lineItem: { variant: { id: string } | null } }> } } | null };

export type ActivateInventoryMutationVariables = Exact<{
  inventoryItemId: string;
  locationId: string;
  onHand?: number | null | undefined;
  available?: number | null | undefined;
  key: string;
}>;


export type ActivateInventoryMutation = { inventoryActivate: { inventoryLevel: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type TrackInventoryMutationVariables = Exact<{
  id: string;
}>;


export type TrackInventoryMutation = { inventoryItemUpdate: { userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type SetQuantitiesMutationVariables = Exact<{
  input: InventorySetQuantitiesInput;
  key: string;
}>;


export type SetQuantitiesMutation = { inventorySetQuantities: { inventoryAdjustmentGroup: { id: string } | null, userErrors: Array<{ code: InventorySetQuantitiesUserErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type ReturnLinesFragment = { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
    | { __typename: 'ReturnLineItem', id: string, quantity: number, unprocessedQuantity: number, returnReasonNote: string, fulfillmentLineItem: { id: string, lineItem: { title: string, variantTitle: string | null, sku: string | null, variant: { id: string } | null } } }
    | { __typename: 'UnverifiedReturnLineItem', id: string, quantity: number, unprocessedQuantity: number, returnReasonNote: string }
  > };

export type ReverseOrderLinesFragment = { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, totalQuantity: number, fulfillmentLineItem: { id: string } | null, dispositions: Array<{ type: ReverseFulfillmentOrderDispositionType, quantity: number }> }> };

export type ReverseOrdersFragment = { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, status: ReverseFulfillmentOrderStatus, lineItems: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, totalQuantity: number, fulfillmentLineItem: { id: string } | null, dispositions: Array<{ type: ReverseFulfillmentOrderDispositionType, quantity: number }> }> }, reverseDeliveries: { nodes: Array<{ id: string, deliverable: { __typename: 'ReverseDeliveryShippingDeliverable', label: { updatedAt: string } | null, tracking: { number: string | null, url: string | null, carrierName: string | null } | null } | null }> } }> };

export type SenderAddressFragment = { name: string | null, company: string | null, address1: string | null, address2: string | null, zip: string | null, city: string | null, provinceCode: string | null, countryCodeV2: CountryCode | null, phone: string | null };

export type ReturnByIdQueryVariables = Exact<{
  id: string;
  withSender: boolean;
}>;


export type ReturnByIdQuery = { return: { id: string, name: string, status: ReturnStatus, createdAt: string, requestApprovedAt: string | null, totalQuantity: number, order: { id: string, name: string, email?: string | null, phone?: string | null, shippingAddress?: { name: string | null, company: string | null, address1: string | null, address2: string | null, zip: string | null, city: string | null, provinceCode: string | null, countryCodeV2: CountryCode | null, phone: string | null } | null, billingAddress?: { name: string | null, company: string | null, address1: string | null, address2: string | null, zip: string | null, city: string | null, provinceCode: string | null, countryCodeV2: CountryCode | null, phone: string | null } | null, customer?: { displayName: string, defaultEmailAddress: { emailAddress: string } | null, defaultPhoneNumber: { phoneNumber: string } | null, defaultAddress: { name: string | null, company: string | null, address1: string | null, address2: string | null, zip: string | null, city: string | null, provinceCode: string | null, countryCodeV2: CountryCode | null, phone: string | null } | null } | null }, exchangeLineItems: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ unprocessedQuantity: number }> }, returnLineItems: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
        | { __typename: 'ReturnLineItem', id: string, quantity: number, unprocessedQuantity: number, returnReasonNote: string, fulfillmentLineItem: { id: string, lineItem: { title: string, variantTitle: string | null, sku: string | null, variant: { id: string } | null } } }
        | { __typename: 'UnverifiedReturnLineItem', id: string, quantity: number, unprocessedQuantity: number, returnReasonNote: string }
      > }, reverseFulfillmentOrders: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, status: ReverseFulfillmentOrderStatus, lineItems: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, totalQuantity: number, fulfillmentLineItem: { id: string } | null, dispositions: Array<{ type: ReverseFulfillmentOrderDispositionType, quantity: number }> }> }, reverseDeliveries: { nodes: Array<{ id: string, deliverable: { __typename: 'ReverseDeliveryShippingDeliverable', label: { updatedAt: string } | null, tracking: { number: string | null, url: string | null, carrierName: string | null } | null } | null }> } }> } } | null };

export type ShippedLinesFragment = { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string }> };

export type ShippedFromQueryVariables = Exact<{
  returnId: string;
}>;


export type ShippedFromQuery = { return: { order: { fulfillments: Array<{ id: string, location: { id: string } | null, fulfillmentLineItems: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string }> } }> } } | null };

export type MoreShippedLinesQueryVariables = Exact<{
  fulfillmentId: string;
  after?: string | null | undefined;
}>;


export type MoreShippedLinesQuery = { fulfillment: { fulfillmentLineItems: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string }> } } | null };

export type MoreReturnLinesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type MoreReturnLinesQuery = { return: { returnLineItems: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<
        | { __typename: 'ReturnLineItem', id: string, quantity: number, unprocessedQuantity: number, returnReasonNote: string, fulfillmentLineItem: { id: string, lineItem: { title: string, variantTitle: string | null, sku: string | null, variant: { id: string } | null } } }
        | { __typename: 'UnverifiedReturnLineItem', id: string, quantity: number, unprocessedQuantity: number, returnReasonNote: string }
      > } } | null };

export type MoreReverseOrdersQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type MoreReverseOrdersQuery = { return: { reverseFulfillmentOrders: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, status: ReverseFulfillmentOrderStatus, lineItems: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, totalQuantity: number, fulfillmentLineItem: { id: string } | null, dispositions: Array<{ type: ReverseFulfillmentOrderDispositionType, quantity: number }> }> }, reverseDeliveries: { nodes: Array<{ id: string, deliverable: { __typename: 'ReverseDeliveryShippingDeliverable', label: { updatedAt: string } | null, tracking: { number: string | null, url: string | null, carrierName: string | null } | null } | null }> } }> } } | null };

export type MoreReverseOrderLinesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type MoreReverseOrderLinesQuery = { reverseFulfillmentOrder: { lineItems: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, totalQuantity: number, fulfillmentLineItem: { id: string } | null, dispositions: Array<{ type: ReverseFulfillmentOrderDispositionType, quantity: number }> }> } } | null };

export type OpenReturnsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type OpenReturnsQuery = { orders: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, updatedAt: string, returns: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, status: ReturnStatus, totalQuantity: number }> } }> } };

export type ReturnsOfOrderQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type ReturnsOfOrderQuery = { order: { returns: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, status: ReturnStatus, totalQuantity: number }> } } | null };

export type ApproveReturnMutationVariables = Exact<{
  id: string;
}>;


export type ApproveReturnMutation = { returnApproveRequest: { userErrors: Array<{ code: ReturnErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type CloseReturnMutationVariables = Exact<{
  id: string;
}>;


export type CloseReturnMutation = { returnClose: { userErrors: Array<{ code: ReturnErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type ProcessReturnMutationVariables = Exact<{
  input: ReturnProcessInput;
}>;


export type ProcessReturnMutation = { returnProcess: { userErrors: Array<{ code: ReturnErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type StageUploadMutationVariables = Exact<{
  input: Array<StagedUploadInput> | StagedUploadInput;
}>;


export type StageUploadMutation = { stagedUploadsCreate: { stagedTargets: Array<{ url: string | null, resourceUrl: string | null, parameters: Array<{ name: string, value: string }> }> | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type AttachLabelMutationVariables = Exact<{
  reverseOrderId: string;
  label: ReverseDeliveryLabelInput;
  tracking?: ReverseDeliveryTrackingInput | null | undefined;
  notify: boolean;
}>;


export type AttachLabelMutation = { reverseDeliveryCreateWithShipping: { reverseDelivery: { id: string } | null, userErrors: Array<{ code: ReturnErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type UpdateLabelMutationVariables = Exact<{
  deliveryId: string;
  label: ReverseDeliveryLabelInput;
  notify: boolean;
}>;


export type UpdateLabelMutation = { reverseDeliveryShippingUpdate: { reverseDelivery: { id: string } | null, userErrors: Array<{ code: ReturnErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type DisposeMutationVariables = Exact<{
  inputs: Array<ReverseFulfillmentOrderDisposeInput> | ReverseFulfillmentOrderDisposeInput;
}>;


export type DisposeMutation = { reverseFulfillmentOrderDispose: { reverseFulfillmentOrderLineItems: Array<{ id: string, dispositions: Array<{ type: ReverseFulfillmentOrderDispositionType, quantity: number }> }> | null, userErrors: Array<{ code: ReturnErrorCode | null, field: Array<string> | null, message: string }> } | null };

export type LabelsOfReturnsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type LabelsOfReturnsQuery = { nodes: Array<
    | { __typename: 'AbandonedCheckout' }
    | { __typename: 'AbandonedCheckoutLineItem' }
    | { __typename: 'Abandonment' }
    | { __typename: 'AddAllProductsOperation' }
    | { __typename: 'AdditionalFee' }
    | { __typename: 'AnalyticsAnnotation' }
    | { __typename: 'AnalyticsTarget' }
    | { __typename: 'App' }
    | { __typename: 'AppCatalog' }
    | { __typename: 'AppCredit' }
    | { __typename: 'AppInstallation' }
    | { __typename: 'AppPurchaseOneTime' }
    | { __typename: 'AppRevenueAttributionRecord' }
    | { __typename: 'AppSubscription' }
    | { __typename: 'AppUsageRecord' }
    | { __typename: 'Article' }
    | { __typename: 'BasicEvent' }
    | { __typename: 'Blog' }
    | { __typename: 'BulkOperation' }
    | { __typename: 'BusinessEntity' }
    | { __typename: 'CalculatedOrder' }
    | { __typename: 'CartTransform' }
    | { __typename: 'CashDrawer' }
    | { __typename: 'CashManagementCustomReasonCode' }
    | { __typename: 'CashManagementDefaultReasonCode' }
    | { __typename: 'CashManagementSystemReasonCode' }
    | { __typename: 'CashTrackingAdjustment' }
    | { __typename: 'CashTrackingSession' }
    | { __typename: 'CatalogCsvOperation' }
    | { __typename: 'Channel' }
    | { __typename: 'ChannelDefinition' }
    | { __typename: 'ChannelInformation' }
    | { __typename: 'CheckoutAndAccountsConfiguration' }
    | { __typename: 'CheckoutAndAccountsConfigurationOverride' }
    | { __typename: 'CheckoutProfile' }
    | { __typename: 'Collection' }
    | { __typename: 'CollectionConditionsSource' }
    | { __typename: 'CollectionSubCollectionsSource' }
    | { __typename: 'Comment' }
    | { __typename: 'CommentEvent' }
    | { __typename: 'Company' }
    | { __typename: 'CompanyAddress' }
    | { __typename: 'CompanyContact' }
    | { __typename: 'CompanyContactRole' }
    | { __typename: 'CompanyContactRoleAssignment' }
    | { __typename: 'CompanyLocation' }
    | { __typename: 'CompanyLocationCatalog' }
    | { __typename: 'CompanyLocationStaffMemberAssignment' }
    | { __typename: 'ConsentPolicy' }
    | { __typename: 'CurrencyExchangeAdjustment' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerAccountAppExtensionPage' }
    | { __typename: 'CustomerAccountNativePage' }
    | { __typename: 'CustomerPaymentMethod' }
    | { __typename: 'CustomerSegmentMembersQuery' }
    | { __typename: 'CustomerVisit' }
    | { __typename: 'DeliveryCarrierService' }
    | { __typename: 'DeliveryCondition' }
    | { __typename: 'DeliveryCountry' }
    | { __typename: 'DeliveryCustomization' }
    | { __typename: 'DeliveryLocationGroup' }
    | { __typename: 'DeliveryMethod' }
    | { __typename: 'DeliveryMethodDefinition' }
    | { __typename: 'DeliveryParticipant' }
    | { __typename: 'DeliveryProfile' }
    | { __typename: 'DeliveryProfileItem' }
    | { __typename: 'DeliveryPromiseParticipant' }
    | { __typename: 'DeliveryPromiseProvider' }
    | { __typename: 'DeliveryProvince' }
    | { __typename: 'DeliveryRateDefinition' }
    | { __typename: 'DeliveryZone' }
    | { __typename: 'DiscountAutomaticBxgy' }
    | { __typename: 'DiscountAutomaticNode' }
    | { __typename: 'DiscountCodeNode' }
    | { __typename: 'DiscountNode' }
    | { __typename: 'DiscountRedeemCodeBulkCreation' }
    | { __typename: 'Domain' }
    | { __typename: 'DraftOrder' }
    | { __typename: 'DraftOrderLineItem' }
    | { __typename: 'DraftOrderTag' }
    | { __typename: 'Duty' }
    | { __typename: 'ExchangeLineItem' }
    | { __typename: 'ExternalVideo' }
    | { __typename: 'Fulfillment' }
    | { __typename: 'FulfillmentConstraintRule' }
    | { __typename: 'FulfillmentEvent' }
    | { __typename: 'FulfillmentHold' }
    | { __typename: 'FulfillmentLineItem' }
    | { __typename: 'FulfillmentOrder' }
    | { __typename: 'FulfillmentOrderDestination' }
    | { __typename: 'FulfillmentOrderLineItem' }
    | { __typename: 'FulfillmentOrderMerchantRequest' }
    | { __typename: 'GenericFile' }
    | { __typename: 'GiftCard' }
    | { __typename: 'GiftCardCashOutTransaction' }
    | { __typename: 'GiftCardCreditTransaction' }
    | { __typename: 'GiftCardDebitTransaction' }
    | { __typename: 'IdentityProviderSubject' }
    | { __typename: 'InventoryAdjustmentGroup' }
    | { __typename: 'InventoryItem' }
    | { __typename: 'InventoryItemMeasurement' }
    | { __typename: 'InventoryLevel' }
    | { __typename: 'InventoryQuantity' }
    | { __typename: 'InventoryShipment' }
    | { __typename: 'InventoryShipmentLineItem' }
    | { __typename: 'InventoryTransfer' }
    | { __typename: 'InventoryTransferLineItem' }
    | { __typename: 'LineItem' }
    | { __typename: 'LineItemGroup' }
    | { __typename: 'Location' }
    | { __typename: 'MailingAddress' }
    | { __typename: 'Market' }
    | { __typename: 'MarketCatalog' }
    | { __typename: 'MarketRegionCountry' }
    | { __typename: 'MarketRegionSubdivision' }
    | { __typename: 'MarketWebPresence' }
    | { __typename: 'MarketingActivity' }
    | { __typename: 'MarketingEvent' }
    | { __typename: 'MediaImage' }
    | { __typename: 'Menu' }
    | { __typename: 'Metafield' }
    | { __typename: 'MetafieldDefinition' }
    | { __typename: 'Metaobject' }
    | { __typename: 'MetaobjectDefinition' }
    | { __typename: 'Model3d' }
    | { __typename: 'OnlineStoreTheme' }
    | { __typename: 'Order' }
    | { __typename: 'OrderAdjustment' }
    | { __typename: 'OrderAttributionDefinition' }
    | { __typename: 'OrderCancelJobResult' }
    | { __typename: 'OrderCreateMandatePaymentJobResult' }
    | { __typename: 'OrderDisputeSummary' }
    | { __typename: 'OrderEditSession' }
    | { __typename: 'OrderTransaction' }
    | { __typename: 'Page' }
    | { __typename: 'PaymentCustomization' }
    | { __typename: 'PaymentMandate' }
    | { __typename: 'PaymentSchedule' }
    | { __typename: 'PaymentTerms' }
    | { __typename: 'PaymentTermsTemplate' }
    | { __typename: 'PointOfSaleDevice' }
    | { __typename: 'PointOfSaleDevicePaymentSession' }
    | { __typename: 'PriceList' }
    | { __typename: 'Product' }
    | { __typename: 'ProductBundleOperation' }
    | { __typename: 'ProductDeleteOperation' }
    | { __typename: 'ProductDuplicateOperation' }
    | { __typename: 'ProductFeed' }
    | { __typename: 'ProductOption' }
    | { __typename: 'ProductOptionValue' }
    | { __typename: 'ProductSetOperation' }
    | { __typename: 'ProductTaxonomyNode' }
    | { __typename: 'ProductVariant' }
    | { __typename: 'ProductVariantComponent' }
    | { __typename: 'Publication' }
    | { __typename: 'PublicationResourceOperation' }
    | { __typename: 'QuantityPriceBreak' }
    | { __typename: 'Refund' }
    | { __typename: 'RefundShippingLine' }
    | { __typename: 'Return', id: string, reverseFulfillmentOrders: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ reverseDeliveries: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ deliverable: { __typename: 'ReverseDeliveryShippingDeliverable', label: { publicFileUrl: string | null } | null } | null }> } }> } }
    | { __typename: 'ReturnLineItem' }
    | { __typename: 'ReturnReasonDefinition' }
    | { __typename: 'ReturnableFulfillment' }
    | { __typename: 'ReverseDelivery' }
    | { __typename: 'ReverseDeliveryLineItem' }
    | { __typename: 'ReverseFulfillmentOrder' }
    | { __typename: 'ReverseFulfillmentOrderDisposition' }
    | { __typename: 'ReverseFulfillmentOrderLineItem' }
    | { __typename: 'SaleAdditionalFee' }
    | { __typename: 'SavedSearch' }
    | { __typename: 'ScriptTag' }
    | { __typename: 'Segment' }
    | { __typename: 'SellingPlan' }
    | { __typename: 'SellingPlanGroup' }
    | { __typename: 'ServerPixel' }
    | { __typename: 'ShippingLabel' }
    | { __typename: 'ShippingLabelPurchaseResult' }
    | { __typename: 'Shop' }
    | { __typename: 'ShopAddress' }
    | { __typename: 'ShopPolicy' }
    | { __typename: 'ShopifyPaymentsAccount' }
    | { __typename: 'ShopifyPaymentsBalanceTransaction' }
    | { __typename: 'ShopifyPaymentsBankAccount' }
    | { __typename: 'ShopifyPaymentsDispute' }
    | { __typename: 'ShopifyPaymentsDisputeEvidence' }
    | { __typename: 'ShopifyPaymentsDisputeFileUpload' }
    | { __typename: 'ShopifyPaymentsDisputeFulfillment' }
    | { __typename: 'ShopifyPaymentsPayout' }
    | { __typename: 'StaffMember' }
    | { __typename: 'StandardMetafieldDefinitionTemplate' }
    | { __typename: 'StoreCreditAccount' }
    | { __typename: 'StoreCreditAccountCreditTransaction' }
    | { __typename: 'StoreCreditAccountDebitRevertTransaction' }
    | { __typename: 'StoreCreditAccountDebitTransaction' }
    | { __typename: 'StorefrontAccessToken' }
    | { __typename: 'SubscriptionBillingAttempt' }
    | { __typename: 'SubscriptionContract' }
    | { __typename: 'SubscriptionDraft' }
    | { __typename: 'TaxonomyAttribute' }
    | { __typename: 'TaxonomyCategory' }
    | { __typename: 'TaxonomyChoiceListAttribute' }
    | { __typename: 'TaxonomyMeasurementAttribute' }
    | { __typename: 'TaxonomyValue' }
    | { __typename: 'TenderTransaction' }
    | { __typename: 'TransactionFee' }
    | { __typename: 'UnverifiedReturnLineItem' }
    | { __typename: 'UrlRedirect' }
    | { __typename: 'UrlRedirectImport' }
    | { __typename: 'Validation' }
    | { __typename: 'Video' }
    | { __typename: 'WebPixel' }
    | { __typename: 'WebhookSubscription' }
   | null> };

export type FireFlowTriggerMutationVariables = Exact<{
  handle: string;
  payload: unknown;
}>;


export type FireFlowTriggerMutation = { flowTriggerReceive: { userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const FulfilledLinesFragmentDoc = new TypedDocumentString(`
    fragment FulfilledLines on FulfillmentLineItemConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    quantity
    lineItem {
      variant {
        id
      }
    }
  }
}
    `, {"fragmentName":"FulfilledLines"}) as unknown as TypedDocumentString<FulfilledLinesFragment, unknown>;
export const FulfillmentsOfOrderFragmentDoc = new TypedDocumentString(`
    fragment FulfillmentsOfOrder on Order {
  id
  fulfillments(first: 100) {
    id
    status
    createdAt
    location {
      id
    }
    fulfillmentLineItems(first: 50) {
      ...FulfilledLines
    }
  }
}
    fragment FulfilledLines on FulfillmentLineItemConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    quantity
    lineItem {
      variant {
        id
      }
    }
  }
}`, {"fragmentName":"FulfillmentsOfOrder"}) as unknown as TypedDocumentString<FulfillmentsOfOrderFragment, unknown>;
export const ReturnLinesFragmentDoc = new TypedDocumentString(`
    fragment ReturnLines on ReturnLineItemTypeConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    __typename
    id
    quantity
    unprocessedQuantity
    returnReasonNote
    ... on ReturnLineItem {
      fulfillmentLineItem {
        id
        lineItem {
          title
          variantTitle
          sku
          variant {
            id
          }
        }
      }
    }
  }
}
    `, {"fragmentName":"ReturnLines"}) as unknown as TypedDocumentString<ReturnLinesFragment, unknown>;
export const ReverseOrderLinesFragmentDoc = new TypedDocumentString(`
    fragment ReverseOrderLines on ReverseFulfillmentOrderLineItemConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    id
    totalQuantity
    fulfillmentLineItem {
      id
    }
    dispositions {
      type
      quantity
    }
  }
}
    `, {"fragmentName":"ReverseOrderLines"}) as unknown as TypedDocumentString<ReverseOrderLinesFragment, unknown>;
export const ReverseOrdersFragmentDoc = new TypedDocumentString(`
    fragment ReverseOrders on ReverseFulfillmentOrderConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    id
    status
    lineItems(first: 50) {
      ...ReverseOrderLines
    }
    reverseDeliveries(first: 20) {
      nodes {
        id
        deliverable {
          __typename
          ... on ReverseDeliveryShippingDeliverable {
            label {
              updatedAt
            }
            tracking {
              number
              url
              carrierName
            }
          }
        }
      }
    }
  }
}
    fragment ReverseOrderLines on ReverseFulfillmentOrderLineItemConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    id
    totalQuantity
    fulfillmentLineItem {
      id
    }
    dispositions {
      type
      quantity
    }
  }
}`, {"fragmentName":"ReverseOrders"}) as unknown as TypedDocumentString<ReverseOrdersFragment, unknown>;
export const SenderAddressFragmentDoc = new TypedDocumentString(`
    fragment SenderAddress on MailingAddress {
  name
  company
  address1
  address2
  zip
  city
  provinceCode
  countryCodeV2
  phone
}
    `, {"fragmentName":"SenderAddress"}) as unknown as TypedDocumentString<SenderAddressFragment, unknown>;
export const ShippedLinesFragmentDoc = new TypedDocumentString(`
    fragment ShippedLines on FulfillmentLineItemConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    id
  }
}
    `, {"fragmentName":"ShippedLines"}) as unknown as TypedDocumentString<ShippedLinesFragment, unknown>;
export const LocationsDocument = new TypedDocumentString(`
    query Locations {
  locations(first: 250) {
    nodes {
      id
      name
      isActive
    }
  }
}
    `) as unknown as TypedDocumentString<LocationsQuery, LocationsQueryVariables>;
export const ShopTimeZoneDocument = new TypedDocumentString(`
    query ShopTimeZone {
  shop {
    ianaTimezone
  }
}
    `) as unknown as TypedDocumentString<ShopTimeZoneQuery, ShopTimeZoneQueryVariables>;
export const GrantedScopesDocument = new TypedDocumentString(`
    query GrantedScopes {
  currentAppInstallation {
    accessScopes {
      handle
    }
  }
}
    `) as unknown as TypedDocumentString<GrantedScopesQuery, GrantedScopesQueryVariables>;
export const ActivePlansDocument = new TypedDocumentString(`
    query ActivePlans {
  currentAppInstallation {
    activeSubscriptions {
      status
    }
  }
}
    `) as unknown as TypedDocumentString<ActivePlansQuery, ActivePlansQueryVariables>;
export const RunBulkQueryDocument = new TypedDocumentString(`
    mutation RunBulkQuery($query: String!) {
  bulkOperationRunQuery(query: $query) {
    bulkOperation {
      id
    }
    userErrors {
      code
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RunBulkQueryMutation, RunBulkQueryMutationVariables>;
export const CancelBulkQueryDocument = new TypedDocumentString(`
    mutation CancelBulkQuery($id: ID!) {
  bulkOperationCancel(id: $id) {
    userErrors {
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CancelBulkQueryMutation, CancelBulkQueryMutationVariables>;
export const BulkOperationStateDocument = new TypedDocumentString(`
    query BulkOperationState($id: ID!) {
  bulkOperation(id: $id) {
    id
    status
    errorCode
    objectCount
    fileSize
    url
  }
}
    `) as unknown as TypedDocumentString<BulkOperationStateQuery, BulkOperationStateQueryVariables>;
export const StockLevelsDocument = new TypedDocumentString(`
    query StockLevels($inventoryItemIds: [ID!]!, $locationId: ID!) {
  location(id: $locationId) {
    id
    isActive
  }
  nodes(ids: $inventoryItemIds) {
    __typename
    ... on InventoryItem {
      id
      tracked
      inventoryLevel(locationId: $locationId) {
        quantities(names: ["on_hand", "available", "committed"]) {
          name
          quantity
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StockLevelsQuery, StockLevelsQueryVariables>;
export const FulfillmentsOfOrdersDocument = new TypedDocumentString(`
    query FulfillmentsOfOrders($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    ... on Order {
      ...FulfillmentsOfOrder
    }
  }
}
    fragment FulfilledLines on FulfillmentLineItemConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    quantity
    lineItem {
      variant {
        id
      }
    }
  }
}
fragment FulfillmentsOfOrder on Order {
  id
  fulfillments(first: 100) {
    id
    status
    createdAt
    location {
      id
    }
    fulfillmentLineItems(first: 50) {
      ...FulfilledLines
    }
  }
}`) as unknown as TypedDocumentString<FulfillmentsOfOrdersQuery, FulfillmentsOfOrdersQueryVariables>;
export const FulfillmentsOfChangedOrdersDocument = new TypedDocumentString(`
    query FulfillmentsOfChangedOrders($query: String!, $after: String) {
  orders(first: 50, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...FulfillmentsOfOrder
    }
  }
}
    fragment FulfilledLines on FulfillmentLineItemConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    quantity
    lineItem {
      variant {
        id
      }
    }
  }
}
fragment FulfillmentsOfOrder on Order {
  id
  fulfillments(first: 100) {
    id
    status
    createdAt
    location {
      id
    }
    fulfillmentLineItems(first: 50) {
      ...FulfilledLines
    }
  }
}`) as unknown as TypedDocumentString<FulfillmentsOfChangedOrdersQuery, FulfillmentsOfChangedOrdersQueryVariables>;
export const MoreFulfilledLinesDocument = new TypedDocumentString(`
    query MoreFulfilledLines($id: ID!, $after: String) {
  fulfillment(id: $id) {
    fulfillmentLineItems(first: 250, after: $after) {
      ...FulfilledLines
    }
  }
}
    fragment FulfilledLines on FulfillmentLineItemConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    quantity
    lineItem {
      variant {
        id
      }
    }
  }
}`) as unknown as TypedDocumentString<MoreFulfilledLinesQuery, MoreFulfilledLinesQueryVariables>;
export const ActivateInventoryDocument = new TypedDocumentString(`
    mutation ActivateInventory($inventoryItemId: ID!, $locationId: ID!, $onHand: Int, $available: Int, $key: String!) {
  inventoryActivate(
    inventoryItemId: $inventoryItemId
    locationId: $locationId
    onHand: $onHand
    available: $available
  ) @idempotent(key: $key) {
    inventoryLevel {
      id
    }
    userErrors {
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ActivateInventoryMutation, ActivateInventoryMutationVariables>;
export const TrackInventoryDocument = new TypedDocumentString(`
    mutation TrackInventory($id: ID!) {
  inventoryItemUpdate(id: $id, input: {tracked: true}) {
    userErrors {
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TrackInventoryMutation, TrackInventoryMutationVariables>;
export const SetQuantitiesDocument = new TypedDocumentString(`
    mutation SetQuantities($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup {
      id
    }
    userErrors {
      code
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<SetQuantitiesMutation, SetQuantitiesMutationVariables>;
export const ReturnByIdDocument = new TypedDocumentString(`
    query ReturnById($id: ID!, $withSender: Boolean!) {
  return(id: $id) {
    id
    name
    status
    createdAt
    requestApprovedAt
    totalQuantity
    order {
      id
      name
      email @include(if: $withSender)
      phone @include(if: $withSender)
      shippingAddress @include(if: $withSender) {
        ...SenderAddress
      }
      billingAddress @include(if: $withSender) {
        ...SenderAddress
      }
      customer @include(if: $withSender) {
        displayName
        defaultEmailAddress {
          emailAddress
        }
        defaultPhoneNumber {
          phoneNumber
        }
        defaultAddress {
          ...SenderAddress
        }
      }
    }
    exchangeLineItems(first: 50) {
      pageInfo {
        hasNextPage
      }
      nodes {
        unprocessedQuantity
      }
    }
    returnLineItems(first: 50) {
      ...ReturnLines
    }
    reverseFulfillmentOrders(first: 5) {
      ...ReverseOrders
    }
  }
}
    fragment ReturnLines on ReturnLineItemTypeConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    __typename
    id
    quantity
    unprocessedQuantity
    returnReasonNote
    ... on ReturnLineItem {
      fulfillmentLineItem {
        id
        lineItem {
          title
          variantTitle
          sku
          variant {
            id
          }
        }
      }
    }
  }
}
fragment ReverseOrderLines on ReverseFulfillmentOrderLineItemConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    id
    totalQuantity
    fulfillmentLineItem {
      id
    }
    dispositions {
      type
      quantity
    }
  }
}
fragment ReverseOrders on ReverseFulfillmentOrderConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    id
    status
    lineItems(first: 50) {
      ...ReverseOrderLines
    }
    reverseDeliveries(first: 20) {
      nodes {
        id
        deliverable {
          __typename
          ... on ReverseDeliveryShippingDeliverable {
            label {
              updatedAt
            }
            tracking {
              number
              url
              carrierName
            }
          }
        }
      }
    }
  }
}
fragment SenderAddress on MailingAddress {
  name
  company
  address1
  address2
  zip
  city
  provinceCode
  countryCodeV2
  phone
}`) as unknown as TypedDocumentString<ReturnByIdQuery, ReturnByIdQueryVariables>;
export const ShippedFromDocument = new TypedDocumentString(`
    query ShippedFrom($returnId: ID!) {
  return(id: $returnId) {
    order {
      fulfillments(first: 100) {
        id
        location {
          id
        }
        fulfillmentLineItems(first: 50) {
          ...ShippedLines
        }
      }
    }
  }
}
    fragment ShippedLines on FulfillmentLineItemConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    id
  }
}`) as unknown as TypedDocumentString<ShippedFromQuery, ShippedFromQueryVariables>;
export const MoreShippedLinesDocument = new TypedDocumentString(`
    query MoreShippedLines($fulfillmentId: ID!, $after: String) {
  fulfillment(id: $fulfillmentId) {
    fulfillmentLineItems(first: 250, after: $after) {
      ...ShippedLines
    }
  }
}
    fragment ShippedLines on FulfillmentLineItemConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    id
  }
}`) as unknown as TypedDocumentString<MoreShippedLinesQuery, MoreShippedLinesQueryVariables>;
export const MoreReturnLinesDocument = new TypedDocumentString(`
    query MoreReturnLines($id: ID!, $after: String) {
  return(id: $id) {
    returnLineItems(first: 100, after: $after) {
      ...ReturnLines
    }
  }
}
    fragment ReturnLines on ReturnLineItemTypeConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    __typename
    id
    quantity
    unprocessedQuantity
    returnReasonNote
    ... on ReturnLineItem {
      fulfillmentLineItem {
        id
        lineItem {
          title
          variantTitle
          sku
          variant {
            id
          }
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<MoreReturnLinesQuery, MoreReturnLinesQueryVariables>;
export const MoreReverseOrdersDocument = new TypedDocumentString(`
    query MoreReverseOrders($id: ID!, $after: String) {
  return(id: $id) {
    reverseFulfillmentOrders(first: 5, after: $after) {
      ...ReverseOrders
    }
  }
}
    fragment ReverseOrderLines on ReverseFulfillmentOrderLineItemConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    id
    totalQuantity
    fulfillmentLineItem {
      id
    }
    dispositions {
      type
      quantity
    }
  }
}
fragment ReverseOrders on ReverseFulfillmentOrderConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    id
    status
    lineItems(first: 50) {
      ...ReverseOrderLines
    }
    reverseDeliveries(first: 20) {
      nodes {
        id
        deliverable {
          __typename
          ... on ReverseDeliveryShippingDeliverable {
            label {
              updatedAt
            }
            tracking {
              number
              url
              carrierName
            }
          }
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<MoreReverseOrdersQuery, MoreReverseOrdersQueryVariables>;
export const MoreReverseOrderLinesDocument = new TypedDocumentString(`
    query MoreReverseOrderLines($id: ID!, $after: String) {
  reverseFulfillmentOrder(id: $id) {
    lineItems(first: 100, after: $after) {
      ...ReverseOrderLines
    }
  }
}
    fragment ReverseOrderLines on ReverseFulfillmentOrderLineItemConnection {
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    id
    totalQuantity
    fulfillmentLineItem {
      id
    }
    dispositions {
      type
      quantity
    }
  }
}`) as unknown as TypedDocumentString<MoreReverseOrderLinesQuery, MoreReverseOrderLinesQueryVariables>;
export const OpenReturnsDocument = new TypedDocumentString(`
    query OpenReturns($after: String) {
  orders(
    first: 250
    after: $after
    query: "return_status:return_requested OR return_status:in_progress"
  ) {
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      id
      updatedAt
      returns(first: 5) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          status
          totalQuantity
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<OpenReturnsQuery, OpenReturnsQueryVariables>;
export const ReturnsOfOrderDocument = new TypedDocumentString(`
    query ReturnsOfOrder($id: ID!, $after: String) {
  order(id: $id) {
    returns(first: 100, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        status
        totalQuantity
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReturnsOfOrderQuery, ReturnsOfOrderQueryVariables>;
export const ApproveReturnDocument = new TypedDocumentString(`
    mutation ApproveReturn($id: ID!) {
  returnApproveRequest(input: {id: $id}) {
    userErrors {
      code
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ApproveReturnMutation, ApproveReturnMutationVariables>;
export const CloseReturnDocument = new TypedDocumentString(`
    mutation CloseReturn($id: ID!) {
  returnClose(id: $id) {
    userErrors {
      code
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CloseReturnMutation, CloseReturnMutationVariables>;
export const ProcessReturnDocument = new TypedDocumentString(`
    mutation ProcessReturn($input: ReturnProcessInput!) {
  returnProcess(input: $input) {
    userErrors {
      code
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ProcessReturnMutation, ProcessReturnMutationVariables>;
export const StageUploadDocument = new TypedDocumentString(`
    mutation StageUpload($input: [StagedUploadInput!]!) {
  stagedUploadsCreate(input: $input) {
    stagedTargets {
      url
      resourceUrl
      parameters {
        name
        value
      }
    }
    userErrors {
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<StageUploadMutation, StageUploadMutationVariables>;
export const AttachLabelDocument = new TypedDocumentString(`
    mutation AttachLabel($reverseOrderId: ID!, $label: ReverseDeliveryLabelInput!, $tracking: ReverseDeliveryTrackingInput, $notify: Boolean!) {
  reverseDeliveryCreateWithShipping(
    reverseFulfillmentOrderId: $reverseOrderId
    reverseDeliveryLineItems: []
    labelInput: $label
    trackingInput: $tracking
    notifyCustomer: $notify
  ) {
    reverseDelivery {
      id
    }
    userErrors {
      code
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AttachLabelMutation, AttachLabelMutationVariables>;
export const UpdateLabelDocument = new TypedDocumentString(`
    mutation UpdateLabel($deliveryId: ID!, $label: ReverseDeliveryLabelInput!, $notify: Boolean!) {
  reverseDeliveryShippingUpdate(
    reverseDeliveryId: $deliveryId
    labelInput: $label
    notifyCustomer: $notify
  ) {
    reverseDelivery {
      id
    }
    userErrors {
      code
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateLabelMutation, UpdateLabelMutationVariables>;
export const DisposeDocument = new TypedDocumentString(`
    mutation Dispose($inputs: [ReverseFulfillmentOrderDisposeInput!]!) {
  reverseFulfillmentOrderDispose(dispositionInputs: $inputs) {
    reverseFulfillmentOrderLineItems {
      id
      dispositions {
        type
        quantity
      }
    }
    userErrors {
      code
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DisposeMutation, DisposeMutationVariables>;
export const LabelsOfReturnsDocument = new TypedDocumentString(`
    query LabelsOfReturns($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    ... on Return {
      id
      reverseFulfillmentOrders(first: 5) {
        pageInfo {
          hasNextPage
        }
        nodes {
          reverseDeliveries(first: 5) {
            pageInfo {
              hasNextPage
            }
            nodes {
              deliverable {
                __typename
                ... on ReverseDeliveryShippingDeliverable {
                  label {
                    publicFileUrl
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LabelsOfReturnsQuery, LabelsOfReturnsQueryVariables>;
export const FireFlowTriggerDocument = new TypedDocumentString(`
    mutation FireFlowTrigger($handle: String!, $payload: JSON!) {
  flowTriggerReceive(handle: $handle, payload: $payload) {
    userErrors {
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<FireFlowTriggerMutation, FireFlowTriggerMutationVariables>;
