const quoted = /^["“”'‘«](.+)["“”'’»][.!?]?$/s;

/** Words as a sentence: without quotation marks around them, with a capital and an end. */
export function spokenSentence(text: string): string {
  const plain = text.trim();
  const inner = quoted.exec(plain)?.[1]?.trim();
  if (inner) return inner;
  const capital = plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?…)]$/.test(capital) ? capital : `${capital}.`;
}
