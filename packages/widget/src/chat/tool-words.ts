/** The name of a tool in words: "search_orders" and "searchOrders" give "Search orders". */
export function toolWords(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const plain = words.replace(/\b[A-Z][a-z]+/g, (word, at: number) => (at === 0 ? word : word.toLowerCase()));
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
