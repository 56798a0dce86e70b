/** The clinic seen from the street: a low house, two trees, and the logo as its sign. */
export function ClinicIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 520 360" fill="none" aria-hidden="true" className={className}>
      <circle cx="404" cy="84" r="38" className="fill-amber" />
      <path d="M20 318h480" className="stroke-line-strong" strokeWidth="4" strokeLinecap="round" />
      <Tree x={70} />
      <Tree x={462} />
      <rect x="120" y="130" width="292" height="188" rx="14" className="fill-pine" />
      <rect x="104" y="112" width="324" height="30" rx="15" fill="#0b2f29" />
      <circle cx="266" cy="112" r="52" className="fill-surface" />
      <circle cx="266" cy="112" r="35" className="stroke-pine-soft" strokeWidth="11" />
      <path d="M231 112a35 35 0 1 1 52.5 30.3" className="stroke-pine" strokeWidth="11" strokeLinecap="round" />
      <path d="M266 96v18l10 7" className="stroke-amber" strokeWidth="8" strokeLinecap="round" strokeLinejoin="round" />
      <Window x={146} />
      <Window x={326} />
      <rect x="232" y="212" width="68" height="106" rx="8" className="fill-surface" />
      <rect x="244" y="226" width="44" height="92" rx="4" className="fill-pine-soft" />
      <circle cx="281" cy="274" r="4" className="fill-pine" />
      <path d="M216 318h100" className="stroke-amber" strokeWidth="10" strokeLinecap="round" />
    </svg>
  );
}

function Window({ x }: { x: number }) {
  return (
    <g>
      <rect x={x} y="200" width="60" height="66" rx="8" className="fill-amber-soft" />
      <path d={`M${x + 30} 200v66M${x} 233h60`} className="stroke-pine" strokeWidth="5" />
    </g>
  );
}

function Tree({ x }: { x: number }) {
  return (
    <g>
      <path d={`M${x} 318v-70`} stroke="#8a5a33" strokeWidth="9" strokeLinecap="round" />
      <path d={`M${x} 160c24 0 38 22 38 50s-16 48-38 48-38-20-38-48 14-50 38-50z`} fill="#2f7d6a" />
      <path d={`M${x} 262v-50m0 24l14-14`} stroke="#8a5a33" strokeWidth="5" strokeLinecap="round" />
    </g>
  );
}
