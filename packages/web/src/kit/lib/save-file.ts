/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun once the click returned; some browsers read the address a little later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
