/** Doctors inside a clock whose ring is thick from nine to five, in the style of all portraits. */
export function DoctorsIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 560 540" fill="none" aria-hidden="true" className={className}>
      <circle cx="280" cy="270" r="236" className="stroke-line" strokeWidth="20" />
      <path d="M44 270a236 236 0 1 1 354 204.4" className="stroke-pine" strokeWidth="20" strokeLinecap="round" />
      {hours.map((hour) => (
        <path
          key={hour}
          d="M280 26v16"
          transform={`rotate(${hour * 30} 280 270)`}
          className={isOpenAt(hour) ? 'stroke-on-pine' : 'stroke-faint'}
          strokeWidth="3"
          strokeLinecap="round"
        />
      ))}
      <Portrait of="leila-farahani" x={280} y={270} radius={196} />
      <Portrait of="elias-okafor" x={72} y={270} radius={66} />
      <Portrait of="mei-tanaka" x={398} y={458} radius={66} />
    </svg>
  );
}

function Portrait({ of, x, y, radius }: { of: string; x: number; y: number; radius: number }) {
  const clip = `portrait-${of}`;
  return (
    <g>
      <clipPath id={clip}>
        <circle cx={x} cy={y} r={radius} />
      </clipPath>
      <circle cx={x} cy={y} r={radius + 8} className="fill-paper" />
      <image
        href={`/portraits/${of}.svg`}
        x={x - radius}
        y={y - radius}
        width={2 * radius}
        height={2 * radius}
        clipPath={`url(#${clip})`}
      />
    </g>
  );
}

/** Those not covered by a portrait. */
const hours = [0, 1, 2, 3, 4, 6, 7, 8, 10, 11];

function isOpenAt(hour: number): boolean {
  return hour > 9 || hour < 5;
}
