/** A voice of an account as its vendor lists it. */
interface ListedVoice {
  id: string;
  name: string;
}

/** The voice of that name; vendors append a description to the name: "Roger - Laid-Back". */
export function findVoiceByName(voices: readonly ListedVoice[], wanted: string): ListedVoice | undefined {
  const name = wanted.toLowerCase();
  const first = (voice: ListedVoice) =>
    voice.name
      .toLowerCase()
      .split(/(?<!\s)(?:\s+[-–(]|\s*,)/)[0]
      ?.trim();
  return (
    voices.find((voice) => voice.name.toLowerCase() === name) ?? voices.find((voice) => first(voice) === name)
  );
}
