/** What is wrong with a workflow file, line by line. */

import type { WorkflowReading } from "../../electron/api/contract.ts";

interface ProblemsProps {
  readonly problems: WorkflowReading["problems"];
  readonly total: number;
}

export function Problems({ problems, total }: ProblemsProps) {
  return (
    <div className="preview-scroll">
      <table className="preview-table">
        <thead>
          <tr>
            <th className="number problem-line">Line</th>
            <th>What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ line, message }, index) => (
            <tr key={index}>
              <td className="number">{line}</td>
              <td className="problem">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > problems.length && (
        <p className="quiet small preview-more">
          and {(total - problems.length).toLocaleString("en-GB")} more
        </p>
      )}
    </div>
  );
}
