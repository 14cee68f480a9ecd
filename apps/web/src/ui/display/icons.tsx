import type { SVGProps } from 'react';

/** Line icons on a 24-pixel grid, in the colour of the surrounding text. */
function icon(path: string) {
  return function Icon({ size = 18, ...props }: SVGProps<SVGSVGElement> & { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        {...props}
      >
        <path d={path} />
      </svg>
    );
  };
}

export const HomeIcon = icon('M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z');
export const DeviceIcon = icon('M4 5h16v11H4zM9 20h6M12 16v4');
export const CodeIcon = icon('M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14');
export const JobIcon = icon('M4 6h2M10 6h10M4 12h2M10 12h10M4 18h2M10 18h10');
export const RunIcon = icon('M12 20a8 8 0 1 1 0-16 8 8 0 0 1 0 16zM10 8.5l5.5 3.5-5.5 3.5z');
export const InboxIcon = icon('M4 13l3-8h10l3 8v6H4zM4 13h5l1 3h4l1-3h5');
export const SettingsIcon = icon(
  'M4 7h9M19 7h1M4 17h1M11 17h9M13 7a3 3 0 1 0 6 0 3 3 0 1 0-6 0M5 17a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
);
export const KeyIcon = icon('M8 19a4 4 0 1 1 0-8 4 4 0 0 1 0 8zM11 12l8-8M16 7l3 3');
export const PlayIcon = icon('M7 5l12 7-12 7z');
export const StopIcon = icon('M7 7h10v10H7z');
export const PlusIcon = icon('M12 5v14M5 12h14');
export const SearchIcon = icon('M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14zM20 20l-4-4');
export const MoreIcon = icon('M5 12h.01M12 12h.01M19 12h.01');
export const EditIcon = icon('M4 20l1-4L16.5 4.5a2 2 0 0 1 3 3L8 19zM14 7l3 3');
export const TrashIcon = icon('M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5');
export const CopyIcon = icon('M9 9h11v11H9zM5 15H4V4h11v1');
export const ChevronIcon = icon('M9 6l6 6-6 6');
export const CloseIcon = icon('M6 6l12 12M18 6L6 18');
export const CheckIcon = icon('M5 12.5l4.5 4.5L19 7.5');
export const SaveIcon = icon('M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6');
export const DownloadIcon = icon('M12 4v11M7 11l5 5 5-5M5 20h14');
export const UploadIcon = icon('M12 16V5M7 9l5-5 5 5M5 20h14');
export const SignOutIcon = icon('M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9');
export const BookIcon = icon('M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14');
export const MessageIcon = icon('M4 5h16v11H12l-4 4v-4H4z');
export const DownIcon = icon('M12 5v14M6 13l6 6 6-6');
export const UpIcon = icon('M12 19V5M6 11l6-6 6 6');
export const RepeatIcon = icon('M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5');
export const PublishIcon = icon('M4 9l8-5 8 5v10H4zM4 9l8 5 8-5');
export const LibraryIcon = icon('M5 4v16M10 4v16M14 5l5 14.5');
export const ReviewIcon = icon('M6 3h12v18H6zM9 12l2.5 2.5L15.5 10M9 6.5h6');
export const OpenIcon = icon('M14 4h6v6M20 4l-9 9M18 14v6H4V6h6');
export const ClockIcon = icon('M12 20a8 8 0 1 1 0-16 8 8 0 0 1 0 16zM12 8v4.5l3 2');
export const PauseIcon = icon('M8 5v14M16 5v14');
export const WarningIcon = icon('M12 4l9 16H3zM12 10v4M12 17h.01');
export const ChartIcon = icon('M4 4v16h16M8 16v-5M12 16V8M16 16v-3');
export const StoreIcon = icon('M4 6c0-3 16-3 16 0s-16 3-16 0zM4 6v12c0 3 16 3 16 0V6M4 12c0 3 16 3 16 0');
export const BoltIcon = icon('M13 3L5 14h6l-1 7 8-11h-6z');
