import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the window is as narrow as that of a phone, where tables show fewer columns and higher rows. */
export function useIsNarrow(): boolean | undefined {
  return useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
}
