/** An item of `changedDays`. The hours begin a new line before they break, and a second range before the first breaks. */
export function ChangedHours() {
  return (
    <>
      __ITEM:days__: <span className="inline-block text-balance">__ITEM:hours__</span>
    </>
  );
}
