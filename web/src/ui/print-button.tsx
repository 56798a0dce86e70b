import Printer from 'lucide-react/icons/printer';
import { Button } from './button.tsx';

export function PrintButton() {
  return (
    <Button variant="secondary" className="print:hidden" onClick={() => print()}>
      <Printer className="size-5" aria-hidden="true" />
      Print
    </Button>
  );
}
