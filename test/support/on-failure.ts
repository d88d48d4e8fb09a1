type Tell = () => Promise<string>;

const tellers = new Set<Tell>();

/** Has something told beside the error of each test that fails from now on. @returns what ends that. */
export function onFailure(tell: Tell): () => void {
  tellers.add(tell);
  return () => void tellers.delete(tell);
}

/** What everybody has to tell now; whoever cannot says why. */
export async function tellOfFailure(): Promise<string[]> {
  return Promise.all([...tellers].map((tell) => tell().catch(String)));
}
