/** What is shown when the window itself fails: the dispatcher runs elsewhere and goes on. */

import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Nothing } from "../ui/nothing.tsx";

export class LastResort extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main role="alert">
        <Nothing title="This window has failed" mark="trouble">
          <p>Nothing is lost: the dispatcher goes on, and robots keep what they have claimed.</p>
          <Button onClick={() => window.location.reload()}>Show it again</Button>
        </Nothing>
      </main>
    );
  }
}
