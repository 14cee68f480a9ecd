import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

/** A QR code, drawn as one path. It is dark on light in every theme, because scanners need that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data } = useQuery({
    queryKey: ['qr', text],
    staleTime: Infinity,
    queryFn: async () => (await import('qrcode')).create(text).modules,
  });
  if (!data) return <Skeleton height={148} />;
  const { size } = data;
  const dark = Array.from({ length: size * size }, (_, index) => index).filter(
    (index) => data.data[index] === 1,
  );
  const path = dark.map((index) => `M${index % size} ${Math.floor(index / size)}h1v1h-1z`).join('');
  return (
    <svg
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 8, display: 'block', marginBottom: 6 }}
    >
      <path d={path} fill="#16181c" />
    </svg>
  );
}
