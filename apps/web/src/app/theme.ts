import { createTheme } from '@mantine/core';

const system =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/** One accent colour, round corners, quiet shadows. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: system,
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: system, fontWeight: '650' },
  components: {
    Modal: { defaultProps: { centered: true, padding: 'lg' } },
    Menu: { defaultProps: { position: 'bottom-end', shadow: 'md', withinPortal: true } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
});
