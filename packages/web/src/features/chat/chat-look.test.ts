import { expect, it } from 'vitest';
import { contrastOf } from '../../kit/lib/colour.ts';
import { readChatLook, surfaceOf } from './chat-look.ts';
import { readChatSettings } from './chat-settings.ts';

it('words on a surface of somebody’s own colour can be read, whatever text colour was wished', () => {
  for (const infrastructure of ['#ffffff', '#0b7a49', '#ffcc00', '#777777', '#101714']) {
    const style = surfaceOf(infrastructure, '#888888') as Record<string, string>;
    for (const token of ['--text', '--text-2', '--text-3', '--link', '--error']) {
      expect(
        contrastOf(infrastructure, style[token] ?? ''),
        `${token} on ${infrastructure}`,
      ).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrastOf(infrastructure, style['--field-border'] ?? '')).toBeGreaterThanOrEqual(2);
  }
});

it('an invalid color changes nothing and cannot inject styles', () => {
  const look = readChatLook({
    backgroundColor: 'red;background:url(https://x.example/p)',
    titleBackgroundColor: 7,
  });
  expect(look).toEqual({ title: {}, page: {}, question: {}, answer: undefined, send: {} });
});

it('settings are read from imported flows too, and unreadable parts count as not set', () => {
  const read = readChatSettings(
    JSON.stringify({
      title: ' Help ',
      chatFeedback: { status: true },
      leads: { status: true, title: 'Who are you?', name: true, phone: false },
      textInput: { placeholder: 'Ask away', sendButtonColor: '#3b81f6' },
      showTitle: 'yes',
    }),
  );
  expect(read).toMatchObject({
    title: 'Help',
    placeholder: 'Ask away',
    hasFeedback: true,
    hasTitle: true,
    lead: { title: 'Who are you?', fields: ['name'], isOptional: false },
  });
  expect(readChatSettings({ leads: { status: true } }).lead).toBeUndefined();
});
