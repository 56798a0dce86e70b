/** A ring in Google's four colours with the bar of its G. */
export function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" fill="none" strokeWidth="4" aria-hidden="true" className="size-5 shrink-0">
      <path stroke="#ea4335" d="M4.6 8.3a8.3 8.3 0 0 1 13.2-2.2" />
      <path stroke="#fbbc05" d="M4.6 15.7a8.3 8.3 0 0 1 0-7.4" />
      <path stroke="#34a853" d="M17.4 18.3a8.3 8.3 0 0 1-12.8-2.6" />
      <path stroke="#4285f4" d="M12.2 12.1h8.1a8.3 8.3 0 0 1-2.9 6.2" />
    </svg>
  );
}
