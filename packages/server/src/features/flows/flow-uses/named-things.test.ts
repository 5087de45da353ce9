import { expect, it } from 'vitest';
import { findNamed } from './named-things.ts';

it('finds variables as texts, as code and as JSON inside JSON name them', () => {
  const inner = JSON.stringify({ code: 'return $vars.alpha + $vars["beta"] + $vars?.gamma' });
  const text = JSON.stringify({ a: '{{$vars.delta}} {{ $vars.epsilon }}', inner });
  expect([...findNamed([text]).variables].sort()).toEqual(['alpha', 'beta', 'delta', 'epsilon', 'gamma']);
});

it('does not take a longer name for a shorter one, nor another object for $vars', () => {
  const { variables } = findNamed(['{{$vars.town_two}} $variables.town vars.town']);
  expect([...variables]).toEqual(['town_two']);
});

it('finds the chosen tools and servers, however the JSON is laid out', () => {
  const found = findNamed(['{"selectedTool":"t-1"}', '{ "selectedTool" : "t_2", "mcpServer": "m1" }']);
  expect([[...found.tools], [...found.mcpServers]]).toEqual([['t-1', 't_2'], ['m1']]);
});
