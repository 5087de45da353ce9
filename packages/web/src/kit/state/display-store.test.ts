import { beforeEach, expect, it } from 'vitest';
import {
  frame,
  openMenu,
  readDisplay,
  setBorderRadius,
  setDarkMode,
  setFontFamily,
  setLayout,
  setMenu,
  toggleDarkMode,
  toggleSection,
  useDisplay,
} from './display-store.ts';

beforeEach(() => {
  localStorage.clear();
  useDisplay.setState(readDisplay(), true);
});

const display = () => useDisplay.getState();

it('STATE-01: the display holds menu, font family, border radius, layout and dark mode', () => {
  expect(display()).toMatchObject({
    openEntries: [],
    isDrawerOpen: true,
    isHorizontal: false,
    isDarkMode: false,
  });
});

it('THEME-06, THEME-07: Roboto with a sans-serif fallback and a radius of 12 are the defaults', () => {
  expect(display().fontFamily).toBe("'Roboto', sans-serif");
  expect(display().borderRadius).toBe(12);
});

it('STATE-04: set menu opens and closes the drawer', () => {
  setMenu(false);
  expect(display().isDrawerOpen).toBe(false);
  setMenu(true);
  expect(display().isDrawerOpen).toBe(true);
});

it('STATE-05: open menu marks one entry', () => {
  openMenu('flows');
  openMenu('tools');
  expect(display().openEntries).toEqual(['tools']);
});

it('STATE-06, STATE-07: font family and border radius can be set', () => {
  setFontFamily("'Inter', sans-serif");
  setBorderRadius(4);
  expect(display()).toMatchObject({ fontFamily: "'Inter', sans-serif", borderRadius: 4 });
});

it('STATE-08, THEME-05: the layout is set and comes back after a reload', () => {
  setLayout(true);
  expect(localStorage.getItem('isHorizontal')).toBe('true');
  expect(readDisplay().isHorizontal).toBe(true);
});

it('STATE-09, THEME-04: dark mode is toggled and comes back after a reload', () => {
  toggleDarkMode();
  expect(display().isDarkMode).toBe(true);
  expect(readDisplay().isDarkMode).toBe(true);
  setDarkMode(false);
  expect(readDisplay().isDarkMode).toBe(false);
});

it('SHELL-15: each section folds on its own; a reload unfolds them (SP-25)', () => {
  toggleSection('voice');
  expect(display().closedSections).toEqual(['voice']);
  expect(readDisplay().closedSections).toEqual([]);
  toggleSection('settings');
  toggleSection('voice');
  expect(display().closedSections).toEqual(['settings']);
});

it('CONST-02: the frame has the sizes of the specification', () => {
  expect(frame).toEqual({ drawerWidth: 280, narrowDrawerWidth: 100, topBarHeight: 80 });
});
