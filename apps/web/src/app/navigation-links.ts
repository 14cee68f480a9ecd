import {
  BoltIcon,
  ChartIcon,
  ClockIcon,
  CodeIcon,
  DeviceIcon,
  HomeIcon,
  InboxIcon,
  JobIcon,
  LibraryIcon,
  RunIcon,
  SettingsIcon,
  StoreIcon,
  WarningIcon,
} from '../ui/display/icons';

/** The pages of the navigation, in order. `key` names their text. */
export const mainLinks = [
  { to: '/', key: 'home', Icon: HomeIcon },
  { to: '/devices', key: 'devices', Icon: DeviceIcon },
  { to: '/devscripts', key: 'devscripts', Icon: CodeIcon },
  { to: '/library', key: 'library', Icon: LibraryIcon, alsoActiveOn: '/listings' },
  { to: '/presets', key: 'presets', Icon: BoltIcon },
  { to: '/schedules', key: 'schedules', Icon: ClockIcon },
  { to: '/stores', key: 'stores', Icon: StoreIcon },
  { to: '/jobs', key: 'jobs', Icon: JobIcon },
  { to: '/runs', key: 'runs', Icon: RunIcon },
  { to: '/failures', key: 'failures', Icon: WarningIcon },
  { to: '/statistics', key: 'statistics', Icon: ChartIcon },
  { to: '/inbox', key: 'inbox', Icon: InboxIcon },
] as const;

export const links = [...mainLinks, { to: '/settings', key: 'settings', Icon: SettingsIcon }] as const;
