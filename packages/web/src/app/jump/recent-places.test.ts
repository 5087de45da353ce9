import { beforeEach, expect, it } from 'vitest';
import { recentPlaces, rememberPlace } from './recent-places.ts';

beforeEach(() => localStorage.clear());

it('keeps the last five things, each once, the latest first', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'b'])
    rememberPlace({ path: `/canvas/${id}`, title: id.toUpperCase() });
  expect(recentPlaces().map(({ title }) => title)).toEqual(['B', 'F', 'E', 'D', 'C']);
});

it('forgets lists, and what is no place at all', () => {
  rememberPlace({ path: '/chatflows', title: 'Flows' });
  expect(recentPlaces()).toEqual([]);
  localStorage.setItem('recentPlaces', '[{"path":"//evil.example","title":"x"},7]');
  expect(recentPlaces()).toEqual([]);
  localStorage.setItem('recentPlaces', '{');
  expect(recentPlaces()).toEqual([]);
});
