/** Whether a text is an address that events can be sent to. */
export function isWebAddress(text: string): boolean {
  const address = URL.parse(text.trim());
  return address !== null && /^https?:$/.test(address.protocol) && address.hostname !== '';
}
