/** The bytes of a file of the app itself, below `/assets`. Throws where it is not there. */
export async function readAsset(path: string): Promise<Uint8Array> {
  const response = await fetch(`/assets/${path}`);
  if (!response.ok) throw new Error(`${path} is not there.`);
  return new Uint8Array(await response.arrayBuffer());
}
