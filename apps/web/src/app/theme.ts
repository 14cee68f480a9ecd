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

/** One accent colour, round corners, quiet shadows; buttons that are only a sign are called what `words` say. */
export const themeWith = (words: { close: string }) =>
  createTheme({
    colors: { dark: nightBlue },
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
      },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': words.close } } },
      Menu: { defaultProps: { position: 'bottom-end', shadow: 'md', withinPortal: true } },
      Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    },
  });
