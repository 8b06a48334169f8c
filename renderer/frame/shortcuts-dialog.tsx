/** Which keys do what. */

import { ClosingFoot, Dialog } from "../ui/dialog.tsx";
import "./shortcuts-dialog.css";

const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ["↑ ↓ or k j", "Move in the list"],
  ["Enter", "Open the job’s page; once more to go to its actions"],
  ["← →", "Close and open what a job stopped"],
  ["Esc", "Close the page or the dialog"],
  ["Ctrl K or /", "Search jobs"],
  ["n", "New job"],
  ["c", "Claim next"],
  ["r", "Redrive the selected job"],
  ["e", "Edit the selected job’s prerequisites"],
  ["1 or g j", "Jobs"],
  ["2 or g q", "Quarantine"],
  ["Ctrl Enter", "The main action of a dialog"],
  ["?", "These shortcuts"],
];

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Shortcuts" onClose={onClose} foot={<ClosingFoot label="Close" onClose={onClose} />}>
      <dl className="shortcuts">
        {SHORTCUTS.map(([keys, what]) => (
          <div key={keys}>
            <dt>{keys.split(" ").map((key) => (key === "or" ? " or " : <kbd key={key}>{key}</kbd>))}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
