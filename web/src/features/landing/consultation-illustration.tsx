/** A patient and a doctor at one table, inside a clock whose ring is thick from nine to five. */
export function ConsultationIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 560 540" fill="none" aria-hidden="true" className={className}>
      <defs>
        <clipPath id="consultation-room">
          <circle cx="280" cy="270" r="204" />
        </clipPath>
      </defs>
      <Dial />
      <g clipPath="url(#consultation-room)">
        <rect x="60" y="50" width="440" height="440" className="fill-pine-soft" />
        <Window />
        <Plant />
        <Patient />
        <Doctor />
        <rect x="60" y="412" width="440" height="90" fill="#c98a4b" />
        <rect x="60" y="412" width="440" height="12" fill="#dfa566" />
        <path d="M206 412l16-26h70l10 26z" fill="#fdfcf8" />
        <path d="M228 396h50M224 404h36" stroke="#b9c8c0" strokeWidth="4" strokeLinecap="round" />
        <rect x="142" y="380" width="28" height="32" rx="6" fill="#2f7d6a" />
      </g>
    </svg>
  );
}

function Dial() {
  return (
    <>
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
      <circle cx="44" cy="270" r="17" className="fill-amber" />
      <circle cx="398" cy="474.4" r="17" className="fill-amber" />
    </>
  );
}

const hours = [0, 1, 2, 3, 4, 6, 7, 8, 10, 11];

function isOpenAt(hour: number): boolean {
  return hour > 9 || hour < 5;
}

function Window() {
  return (
    <g>
      <rect x="226" y="112" width="108" height="132" rx="10" className="fill-surface" />
      <path d="M280 112v132M226 178h108" className="stroke-pine-soft" strokeWidth="8" />
      <circle cx="310" cy="146" r="13" className="fill-amber" />
    </g>
  );
}

function Plant() {
  return (
    <g>
      <path
        d="M462 412c0-50-6-84-26-106M462 412c0-56 4-92 22-122M462 400c-4-30-22-48-40-54"
        stroke="#2f7d6a"
        strokeWidth="9"
        strokeLinecap="round"
      />
      <path d="M436 380h52l-7 46h-38z" fill="#b4552d" />
    </g>
  );
}

function Patient() {
  return (
    <g>
      <path d="M98 430V338a64 64 0 0 1 128 0v92z" fill="#e79f38" />
      <rect x="148" y="240" width="30" height="44" rx="15" fill="#d99c78" />
      <circle cx="166" cy="218" r="38" fill="#eab794" />
      <path
        d="M128 236c-14-46 6-76 42-76 22 0 38 12 38 28-18-2-34-2-44-8-2 18-12 24-18 28 0 20-6 30-18 28z"
        fill="#3a2a25"
      />
      <path d="M128 232c-10 26-8 52 6 66 8-22 8-48 4-70z" fill="#3a2a25" />
      <circle cx="186" cy="216" r="3.6" fill="#3a2a25" />
      <path d="M176 234c6 6 14 6 19 1" stroke="#8e4a34" strokeWidth="3.4" strokeLinecap="round" />
      <path d="M130 344c4 38 20 62 58 64h24" stroke="#cf8522" strokeWidth="26" strokeLinecap="round" />
      <circle cx="218" cy="406" r="14" fill="#eab794" />
    </g>
  );
}

function Doctor() {
  return (
    <g>
      <path d="M314 430V334a68 68 0 0 1 136 0v96z" fill="#fdfcf8" />
      <path d="M362 270l20 52 22-52z" fill="#0f5c50" />
      <rect x="366" y="226" width="32" height="50" rx="16" fill="#7d4c34" />
      <circle cx="378" cy="200" r="40" fill="#96603f" />
      <path d="M346 178c4-30 28-42 50-36 22 4 34 26 26 62-8 0-10-12-14-22-22 6-44 4-62-4z" fill="#1f1a1a" />
      <circle cx="358" cy="200" r="3.6" fill="#1f1a1a" />
      <path d="M350 217c5 6 13 7 19 2" stroke="#5a2f1e" strokeWidth="3.4" strokeLinecap="round" />
      <path d="M352 274c-8 34-4 58 16 62s34-16 30-60" stroke="#13231f" strokeWidth="5" strokeLinecap="round" />
      <path d="M368 336v22" stroke="#13231f" strokeWidth="5" />
      <circle cx="368" cy="366" r="10" fill="#e79f38" stroke="#13231f" strokeWidth="4" />
      <path d="M420 346c-2 36-22 58-62 58h-30" stroke="#e7ece7" strokeWidth="27" strokeLinecap="round" />
      <circle cx="322" cy="402" r="14" fill="#96603f" />
    </g>
  );
}
