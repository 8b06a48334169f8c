/** The product's mark: four wells of a plate, one of them taken. */
export function Mark() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <rect width="6" height="6" rx="1" fill="currentColor" />
      <rect x="8" width="6" height="6" rx="1" fill="currentColor" opacity="0.45" />
      <rect y="8" width="6" height="6" rx="1" fill="currentColor" opacity="0.45" />
      <rect x="8" y="8" width="6" height="6" rx="1" fill="currentColor" />
    </svg>
  );
}
