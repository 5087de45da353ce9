import { expect, it } from 'vitest';
import { SrtcpStream } from './srtcp.ts';

const key = Buffer.from('e1f97a0d3e018be0d64fa32c06de41390ec675ad498afeebb6960b3aabe6', 'hex').toString(
  'base64',
);
const report = Buffer.from(`81c8000bcafebabe${'ab'.repeat(16)}`, 'hex');

it('is what other implementations of the standard write', () => {
  // Of libsrtp's own tests.
  expect(Buffer.from(new SrtcpStream(key).protect(report)).toString('hex')).toBe(
    '81c8000bcafebabe7128035be487b9bdbef89041f977a5a880000001993e08cd54d6c1230798',
  );
});

it('is read once, in any order, and only unchanged', () => {
  const [sender, receiver] = [new SrtcpStream(key), new SrtcpStream(key)];
  const sent = Array.from({ length: 100 }, () => sender.protect(report));
  const read = (index: number) => receiver.unprotect(sent[index] ?? report);
  for (const index of [0, 2, 1, 80]) expect(read(index)).toEqual(report);
  for (const index of [0, 1, 2, 80]) expect(read(index)).toBeUndefined();
  // Further behind than what is remembered.
  expect(read(16)).toBeUndefined();
  expect(read(17)).toEqual(report);
  expect(read(99)).toEqual(report);
});

it('ATK: forged, cut, of another key or in the clear, it is dropped', () => {
  const receiver = new SrtcpStream(key);
  const sent = Buffer.from(new SrtcpStream(key).protect(report));
  for (let at = 0; at < sent.length; at += 1) {
    const changed = Buffer.from(sent);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(receiver.unprotect(changed)).toBeUndefined();
    expect(receiver.unprotect(sent.subarray(0, at))).toBeUndefined();
  }
  expect(receiver.unprotect(report)).toBeUndefined();
  const other = new SrtcpStream(Buffer.alloc(30, 7).toString('base64'));
  expect(other.unprotect(sent)).toBeUndefined();
  expect(receiver.unprotect(sent)).toEqual(report);
});
