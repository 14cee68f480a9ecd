import { createTheme } from '@mantine/core';

const system =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/** Mantine's dark scale with a touch of blue, from text to the ground. */
const nightBlue = [
  '#dfe3e8',
  '#c2c8d0',
  '#a2a9b4',
  '#7d8590',
  '#3a4049',
  '#2e333b',
  '#22262c',
  '#1b1e23',
  '#16181c',
  '#101215',
] as const;

/** Mantine's red, darker from the sixth on: white on it, and it on white, can be read by everyone. */
const readableRed = [
  '#fff1f3',
  '#ffe0e5',
  '#ffc2cb',
  '#ff9aa8',
  '#ff8797',
  '#e8384f',
  '#c92a42',
  '#c21e3a',
  '#b01b35',
  '#8f1229',
] as const;

/** One accent colour, round corners, quiet shadows; buttons that are only a sign are called what `words` say. */
export const themeWith = (words: { close: string; showPassword: string }) =>
  createTheme({
    colors: { dark: nightBlue, red: readableRed },
    primaryColor: 'indigo',
    primaryShade: { light: 7, dark: 8 },
    defaultRadius: 'md',
    cursorType: 'pointer',
    fontFamily: system,
    fontFamilyMonospace: 'var(--font-mono)',
    headings: { fontFamily: system, fontWeight: '650' },
    components: {
      Modal: {
        defaultProps: { centered: true, padding: 'lg', closeButtonProps: { 'aria-label': words.close } },
        styles: { title: { fontWeight: 650 } },
      },
      PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': words.showPassword } } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': words.close } } },
      Menu: {
        defaultProps: {
          position: 'bottom-end',
          shadow: 'md',
          // Within the page's main part, where people who jump between parts find it.
          portalProps: { target: '#content' },
          withInitialFocusPlaceholder: false,
        },
      },
      Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    },
  });
