import { create } from 'zustand';

const darkModeKey = 'isDarkMode';
const systemDarkQuery = '(prefers-color-scheme: dark)';
const horizontalKey = 'isHorizontal';
const drawerKey = 'isDrawerOpen';

/** Widths and height of the frame in pixels. */
export const frame = { drawerWidth: 280, narrowDrawerWidth: 100, topBarHeight: 80 } as const;

/** How the product is drawn. */
interface Display {
  /** Menu entries that are marked as open. */
  openEntries: string[];
  /** Collapsed drawer sections. */
  closedSections: string[];
  isDrawerOpen: boolean;
  fontFamily: string;
  /** Pixels. */
  borderRadius: number;
  isHorizontal: boolean;
  isDarkMode: boolean;
}

export const useDisplay = create<Display>(() => readDisplay());

// Until the person chooses, the theme follows the system.
window.matchMedia(systemDarkQuery).addEventListener('change', ({ matches }) => {
  if (!hasChosenTheme()) useDisplay.setState({ isDarkMode: matches });
});

/** The display as this browser remembers it. */
export function readDisplay(): Display {
  return {
    openEntries: [],
    // In memory only.
    closedSections: [],
    isDrawerOpen: localStorage.getItem(drawerKey) !== 'false',
    fontFamily: "'Roboto', sans-serif",
    borderRadius: 12,
    isHorizontal: localStorage.getItem(horizontalKey) === 'true',
    isDarkMode: readDarkMode(),
  };
}

function readDarkMode(): boolean {
  const chosen = localStorage.getItem(darkModeKey);
  return chosen === null ? window.matchMedia(systemDarkQuery).matches : chosen === 'true';
}

/** Whether the person ever chose a theme in this browser; until then it follows the system. */
export function hasChosenTheme(): boolean {
  return localStorage.getItem(darkModeKey) !== null;
}

/** Opens or closes the drawer. */
export function setMenu(isDrawerOpen: boolean): void {
  localStorage.setItem(drawerKey, String(isDrawerOpen));
  useDisplay.setState({ isDrawerOpen });
}

/** Marks one menu entry as the open one. */
export function openMenu(id: string): void {
  useDisplay.setState({ openEntries: [id] });
}

/** Folds or unfolds one section of the drawer. */
export function toggleSection(id: string): void {
  const { closedSections } = useDisplay.getState();
  const next = closedSections.includes(id)
    ? closedSections.filter((item) => item !== id)
    : [...closedSections, id];
  useDisplay.setState({ closedSections: next });
}

/** Sets the font of the product. */
export function setFontFamily(fontFamily: string): void {
  useDisplay.setState({ fontFamily });
}

/** Pixels. */
export function setBorderRadius(borderRadius: number): void {
  useDisplay.setState({ borderRadius });
}

/** Puts the menu along the top or at the side, and remembers it. */
export function setLayout(isHorizontal: boolean): void {
  localStorage.setItem(horizontalKey, String(isHorizontal));
  useDisplay.setState({ isHorizontal });
}

/** Chooses a theme and remembers it. */
export function setDarkMode(isDarkMode: boolean): void {
  localStorage.setItem(darkModeKey, String(isDarkMode));
  useDisplay.setState({ isDarkMode });
}

/** Switches between the light and the dark theme. */
export function toggleDarkMode(): void {
  setDarkMode(!useDisplay.getState().isDarkMode);
}
