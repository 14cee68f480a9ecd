import { createTheme } from '@mantine/core';

const systemFonts =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/** Mantine's dark scale with a blue tint, from text to background. */
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

/** Mantine's red, darkened from the sixth shade on to meet the contrast requirements with white. */
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

/** Creates the theme. `words` are the accessible names of icon buttons. */
export const createAppTheme = (words: { close: string; showPassword: string }) =>
  createTheme({
    colors: { dark: nightBlue, red: readableRed },
    primaryColor: 'indigo',
    primaryShade: { light: 7, dark: 8 },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily: systemFonts,
    fontFamilyMonospace: 'var(--font-mono)',
    headings: { fontFamily: systemFonts, fontWeight: '650' },
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
          // Inside the main landmark, so that screen reader users find the menu there.
          portalProps: { target: '#content' },
          withInitialFocusPlaceholder: false,
        },
      },
      Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    },
  });
