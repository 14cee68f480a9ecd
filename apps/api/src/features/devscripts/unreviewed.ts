/** The columns of a devscript whose content has just changed: what was reviewed is not what would be published. */
export function unreviewed() {
  return { reviewState: 'draft', reviewNote: null, submittedAt: null, updatedAt: new Date() } as const;
}
