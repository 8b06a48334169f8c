/** What an empty job list offers. */

import { FileUp, FlaskConical, Plus } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Nothing } from "../ui/nothing.tsx";

interface FirstMinuteProps {
  readonly onSample: () => void;
  readonly onImport: () => void;
  readonly onNew: () => void;
}

export function FirstMinute({ onSample, onImport, onNew }: FirstMinuteProps) {
  return (
    <Nothing title="No jobs yet">
      <p>
        A job is one step for a robot, such as <span className="mono">extract-17</span>. It is handed out once
        every job it needs has completed. The sample workflow has 96 samples of four steps each.
      </p>
      <div className="nothing-actions">
        <Button look="primary" onClick={onSample}>
          <FlaskConical size={16} aria-hidden="true" />
          Load the sample workflow…
        </Button>
        <Button onClick={onImport}>
          <FileUp size={16} aria-hidden="true" />
          Import a file…
        </Button>
        <Button onClick={onNew}>
          <Plus size={16} aria-hidden="true" />
          New job…
        </Button>
      </div>
    </Nothing>
  );
}
