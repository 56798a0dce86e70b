import { encodeQR } from 'qr';
import { useMemo } from 'react';

/** A QR code. Black on white in both themes, because not every camera reads the opposite. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { border: 4 }), [text]);
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="w-full max-w-60 rounded-control bg-white forced-color-adjust-none"
    >
      <path d={path} fill="black" />
    </svg>
  );
}
