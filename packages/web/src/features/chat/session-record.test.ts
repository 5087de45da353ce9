import { beforeEach, expect, it } from 'vitest';
import { clearSessionRecord, readSessionRecord, saveSessionRecord } from './session-record.ts';

const lead = { name: 'Somebody', email: 'somebody@example.org' };
const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null');

beforeEach(() => localStorage.clear());

it('CHAT-01, SP-96: one record per flow and kind of visitor, under a key of its own', () => {
  saveSessionRecord('x', 'INTERNAL', 'c1');
  saveSessionRecord('x', 'EXTERNAL', 'c2');
  saveSessionRecord('y', 'INTERNAL', 'c3');
  expect(Object.keys(localStorage).sort()).toEqual(['x_EXTERNAL', 'x_INTERNAL', 'y_INTERNAL']);
  expect(readSessionRecord('x', 'INTERNAL')).toEqual({ chatId: 'c1' });
});

it('CHAT-02: the record holds the chat id and a lead that was left', () => {
  saveSessionRecord('x', 'INTERNAL', 'c1', { lead });
  expect(stored('x_INTERNAL')).toEqual({ chatId: 'c1', lead });
});

it('CHAT-03: the first save makes the record', () => {
  expect(localStorage.getItem('x_INTERNAL')).toBeNull();
  saveSessionRecord('x', 'INTERNAL', 'c1');
  expect(stored('x_INTERNAL')).toEqual({ chatId: 'c1' });
});

it('CHAT-04: later saves merge into the record', () => {
  saveSessionRecord('x', 'INTERNAL', 'c1');
  saveSessionRecord('x', 'INTERNAL', null, { lead });
  expect(stored('x_INTERNAL')).toEqual({ chatId: 'c1', lead });
  saveSessionRecord('x', 'INTERNAL', 'c2');
  expect(stored('x_INTERNAL')).toEqual({ chatId: 'c2', lead });
});

it('CHAT-05: a stored plain string is the chat id', () => {
  localStorage.setItem('x_INTERNAL', 'abc');
  expect(readSessionRecord('x', 'INTERNAL')).toEqual({ chatId: 'abc' });
  saveSessionRecord('x', 'INTERNAL', null, { lead });
  expect(stored('x_INTERNAL')).toEqual({ chatId: 'abc', lead });
});

it.each(['abc', '123', '"abc"', 'null', '[1]', 'true'])(
  'SP-95: the first save over the plain string %s keeps it, the second may change it',
  (text) => {
    localStorage.setItem('x_INTERNAL', text);
    expect(readSessionRecord('x', 'INTERNAL')).toEqual({ chatId: text });
    saveSessionRecord('x', 'INTERNAL', 'new');
    expect(stored('x_INTERNAL')).toEqual({ chatId: text });
    saveSessionRecord('x', 'INTERNAL', 'new');
    expect(stored('x_INTERNAL')).toEqual({ chatId: 'new' });
  },
);

it('CHAT-06: clearing keeps only the lead', () => {
  saveSessionRecord('x', 'INTERNAL', 'c1', { lead });
  clearSessionRecord('x', 'INTERNAL');
  expect(stored('x_INTERNAL')).toEqual({ lead });
});

it('CHAT-07: clearing removes a record without a lead, also a plain string', () => {
  saveSessionRecord('x', 'INTERNAL', 'c1');
  localStorage.setItem('y_INTERNAL', 'abc');
  clearSessionRecord('x', 'INTERNAL');
  clearSessionRecord('y', 'INTERNAL');
  expect(localStorage.length).toBe(0);
});
