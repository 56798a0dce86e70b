import { type DragEvent, useEffect, useState } from 'react';

/**
 * Accepts a file dropped on an element. While the element exists, a file dropped elsewhere is ignored: the browser
 * would replace the page, and its input, by the file.
 */
export function useFileDrop(take: (file: File) => void) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);

  const dropTarget = {
    onDragOver: (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent<HTMLElement>): void => {
      const towards = event.relatedTarget;
      if (!(towards instanceof Node && event.currentTarget.contains(towards))) setOver(false);
    },
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file) take(file);
    },
  };
  return { over, dropTarget };
}
