import { seeded } from './seeded-words.ts';

type Damage = (bytes: Buffer, random: () => number) => Buffer;

const place = (bytes: Buffer, random: () => number) => Math.floor(random() * bytes.length);

function changed(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

/** What happens to files: cut short, overwritten, mixed up, doubled, filled with something else. */
const damages: readonly Damage[] = [
  (bytes, random) => bytes.subarray(0, place(bytes, random)),
  (bytes, random) => bytes.subarray(place(bytes, random)),
  (bytes, random) =>
    changed(bytes, (copy) => {
      for (let hit = 0; hit < 12; hit += 1) copy[place(copy, random)] = Math.floor(random() * 256);
    }),
  (bytes, random) =>
    changed(bytes, (copy) => {
      const from = place(copy, random);
      copy.fill(0, from, Math.min(copy.length, from + Math.ceil(copy.length / 5)));
    }),
  (bytes, random) => {
    const at = place(bytes, random);
    return Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)]);
  },
  (bytes, random) => {
    const [from, to] = [place(bytes, random), place(bytes, random)].sort((one, other) => one - other);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  (bytes, random) =>
    Buffer.concat([
      bytes.subarray(0, Math.min(bytes.length, 40)),
      Buffer.from(Array.from({ length: 2000 }, () => Math.floor(random() * 256))),
    ]),
  (bytes, random) =>
    changed(bytes, (copy) => {
      const at = Math.max(0, copy.length - 60);
      for (let byte = at; byte < copy.length; byte += 1) copy[byte] = Math.floor(random() * 256);
    }),
  (_bytes, random) => Buffer.alloc(Math.floor(random() * 50)),
  (bytes, random) => {
    const at = place(bytes, random);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(0, at), bytes.subarray(at)]);
  },
];

/** A file damaged in one of many ways; the same for the same number. */
export function damaged(bytes: Buffer, number: number): Buffer {
  const random = seeded(number * 7919 + 13);
  return (damages[number % damages.length] as Damage)(bytes, random);
}
