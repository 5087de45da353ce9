import { createTheme, type Theme } from '@mui/material/styles';

const easing = 'var(--ease)';

/** What the theme takes from the display state. */
export interface Look {
  fontFamily: string;
  /** Pixels. */
  borderRadius: number;
}

/**
 * The MUI theme. Its colours are the CSS variables of `tokens.css`, so that the theme switch is one attribute
 * on the root element and renders nothing again.
 */
export function createAppTheme({ fontFamily, borderRadius }: Look): Theme {
  return createTheme({
    cssVariables: { nativeColor: true, disableCssColorScheme: true },
    palette: {
      primary: colour('primary', 'primary-hover', 'on-primary'),
      secondary: colour('text-2', 'text', 'paper'),
      error: colour('error'),
      warning: colour('warning'),
      info: colour('info'),
      success: colour('success'),
      divider: 'var(--divider)',
      text: { primary: 'var(--text)', secondary: 'var(--text-2)', disabled: 'var(--text-disabled)' },
      background: { default: 'var(--page)', paper: 'var(--paper)' },
      action: { hover: 'var(--hover)', selected: 'var(--selected-fill)', disabled: 'var(--text-disabled)' },
    },
    shape: { borderRadius },
    typography: {
      fontFamily,
      fontSize: 14,
      fontWeightBold: 700,
      button: { textTransform: 'none', fontWeight: 500 },
    },
    // Who asked the system for less motion has dialogs, menus and panels at once.
    motion: { reducedMotion: 'system' },
    transitions: { easing: { easeInOut: easing, easeOut: easing, easeIn: easing, sharp: easing } },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiTooltip: tooltipLook,
      MuiMenu: menuLook,
      MuiPopover: menuLook,
      MuiMenuItem: { styleOverrides: { root: menuItemStyle } },
      MuiBackdrop: {
        styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { background: 'var(--scrim)' } } },
      },
    },
  });
}

function colour(main: string, dark = main, contrast = 'paper') {
  return {
    main: `var(--${main})`,
    light: `var(--${main})`,
    dark: `var(--${dark})`,
    contrastText: `var(--${contrast})`,
  };
}

const tooltipLook = {
  defaultProps: { enterDelay: 400, disableInteractive: true },
  styleOverrides: {
    tooltip: {
      background: 'var(--text)',
      color: 'var(--page)',
      fontSize: 12,
      lineHeight: '16px',
      fontWeight: 400,
      borderRadius: 8,
      padding: '6px 8px',
    },
  },
};

const menuLook = {
  styleOverrides: {
    paper: {
      background: 'var(--raised)',
      border: '1px solid var(--divider)',
      boxShadow: 'var(--shadow-3)',
      borderRadius: 'var(--radius)',
    },
  },
};

const menuItemStyle = {
  minHeight: 36,
  marginInline: 8,
  paddingInline: 12,
  borderRadius: 8,
  gap: 12,
  fontSize: 14,
  lineHeight: '22px',
  '&.Mui-focusVisible': { outline: '2px solid var(--focus-ring)', outlineOffset: -2 },
};
