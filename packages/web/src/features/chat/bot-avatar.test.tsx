import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { BotAvatar } from './bot-avatar.tsx';

afterEach(cleanup);

it('ATK-127: a picture of its own is an image, in which nothing runs', () => {
  const source = 'data:image/png;base64,iVBORw0KGgo=';
  const { container } = render(<BotAvatar title="Ada" source={source} />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe(source);
  expect(container.querySelector('svg, object, iframe, embed')).toBeNull();
});

it.each([
  'https://tracker.example/pixel.png',
  '//tracker.example/pixel.png',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+',
  'data:image/png;base64,"><img src=x onerror=alert(1)>',
  'blob:https://evil.example/1',
])('ATK-127: %j is no picture: the initials are shown, and nothing is loaded', (source) => {
  const { container } = render(<BotAvatar title="Ada Lovelace" source={source} />);
  expect(container.querySelector('img, svg, script')).toBeNull();
  expect(container.textContent).toBe('AL');
  expect(container.innerHTML).not.toContain('alert');
});
