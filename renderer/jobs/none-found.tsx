/** A job list that a filter or a search has left empty. */

import type { StateFilter } from "../api/queries.ts";
import { stateWords } from "../words/states.ts";
import { Button } from "../ui/button.tsx";
import { Nothing } from "../ui/nothing.tsx";

interface NoneFoundProps {
  readonly filter: StateFilter;
  readonly search: string;
  readonly onFilter: (filter: StateFilter) => void;
  readonly onSearch: (text: string) => void;
}

export function NoneFound({ filter, search, onFilter, onSearch }: NoneFoundProps) {
  const which = filter === "all" ? "job" : `${stateWords[filter].toLowerCase()} job`;
  return (
    <Nothing title={search === "" ? `No ${which} now` : `No ${which} has “${search}” in its id`}>
      <div className="nothing-actions">
        {search !== "" && <Button onClick={() => onSearch("")}>Clear the search</Button>}
        {filter !== "all" && <Button onClick={() => onFilter("all")}>Show all jobs</Button>}
      </div>
    </Nothing>
  );
}
