/** How a sentence names several things: the first three, and how many more. */
export function listed(names: readonly string[]): string {
  if (names.length > 3) return `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
  const before = names.slice(0, -1).join(", ");
  return [before, names.at(-1) ?? ""].filter((part) => part !== "").join(" and ");
}
