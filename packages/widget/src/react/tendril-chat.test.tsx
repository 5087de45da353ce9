import { act, createElement, createRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TendrilChat, type TendrilChatHandle, type TendrilChatProps } from './tendril-chat.tsx';

/** Stands in for the widget's own element, which the server delivers. */
class FakeChat extends HTMLElement {
  calls: string[] = [];
  texts: unknown;
  overrideConfig: unknown;
  open = () => this.calls.push('open');
  ask = (question: string) => this.calls.push(`ask ${question}`);
}
customElements.define('tendril-chat', FakeChat);

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

const show = (props: TendrilChatProps) => act(async () => root.render(createElement(TendrilChat, props)));
const element = () => place.querySelector('tendril-chat') as FakeChat;

it('passes its properties to the element, and follows their changes', async () => {
  await show({
    host: 'https://t.example/',
    flow: 'f',
    mode: 'panel',
    color: '#123456',
    texts: { send: 'Los' },
  });
  expect(element().outerHTML).toBe(
    '<tendril-chat host="https://t.example" flow="f" mode="panel" color="#123456"></tendril-chat>',
  );
  expect(element().texts).toEqual({ send: 'Los' });
  await show({ host: 'https://t.example/', flow: 'f', theme: 'dark', open: true, overrideConfig: { a: 1 } });
  expect(element().outerHTML).toBe(
    '<tendril-chat host="https://t.example" flow="f" theme="dark" open=""></tendril-chat>',
  );
  expect(element().overrideConfig).toEqual({ a: 1 });
});

it('emits events to the newest listeners, and accepts commands', async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const ref = createRef<TendrilChatHandle>();
  await show({ host: 'https://t.example', flow: 'f', onAnswer: first, ref });
  await show({ host: 'https://t.example', flow: 'f', onAnswer: second, ref });
  element().dispatchEvent(new CustomEvent('tendril-answer', { detail: { text: 'Hi' } }));
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledWith({ text: 'Hi' });
  ref.current?.open();
  ref.current?.ask('Hello');
  expect(element().calls).toEqual(['open', 'ask Hello']);
});
