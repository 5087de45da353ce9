import { describe, expect, it } from 'vitest';
import {
  type WidgetSampleRequest,
  widgetDemoAddress,
  widgetHtmlSample,
  widgetReactSample,
} from './widget-sample.ts';

const plain: WidgetSampleRequest = {
  origin: 'https://tendril.example',
  flowId: 'flow-1',
  mode: 'bubble',
  theme: 'auto',
  heading: '',
  color: '',
};

function parsed(html: string): HTMLElement {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return page.documentElement;
}

describe('the code of our own widget', () => {
  it('is one tag for a bubble and for a page of its own', () => {
    const bubble = parsed(widgetHtmlSample(plain)).querySelector('script');
    expect([bubble?.getAttribute('src'), { ...bubble?.dataset }]).toEqual([
      'https://tendril.example/widget.js',
      { flow: 'flow-1' },
    ]);
    const page = parsed(widgetHtmlSample({ ...plain, mode: 'page', theme: 'dark' })).querySelector('script');
    expect({ ...page?.dataset }).toEqual({ flow: 'flow-1', mode: 'page', theme: 'dark' });
  });

  it('is an element where a panel shall stand, and one script', () => {
    const html = parsed(widgetHtmlSample({ ...plain, mode: 'panel', color: '#1d64c8' }));
    const chat = html.querySelector('tendril-chat');
    expect(chat?.getAttributeNames().map((name) => `${name}=${chat.getAttribute(name)}`)).toEqual([
      'flow=flow-1',
      'mode=panel',
      'color=#1d64c8',
    ]);
    expect(html.querySelectorAll('script')).toHaveLength(1);
  });

  it('keeps every title in its place', () => {
    const heading = 'Ask "us" <b> & {more}\\';
    const script = parsed(widgetHtmlSample({ ...plain, heading })).querySelector('script');
    expect(script?.dataset['heading']).toBe(heading);
    expect(widgetReactSample({ ...plain, heading })).toContain(`heading={${JSON.stringify(heading)}}`);
    const address = new URL(widgetDemoAddress('flow-1', { ...plain, heading }), plain.origin);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      mode: 'bubble',
      theme: 'auto',
      heading,
      open: 'true',
    });
  });

  it('is a component with typed properties for React', () => {
    expect(widgetReactSample({ ...plain, theme: 'light' })).toBe(
      [
        "import { TendrilChat } from './tendril-chat';",
        '',
        'export function Chat() {',
        '  return (',
        '    <TendrilChat',
        '      host="https://tendril.example"',
        '      flow="flow-1"',
        '      mode="bubble"',
        '      theme="light"',
        '    />',
        '  );',
        '}',
      ].join('\n'),
    );
  });

  it('shows no half-written colour', () => {
    expect(widgetDemoAddress('flow-1', { ...plain, color: '#12' })).not.toContain('color');
  });
});
