/** What an operation answers that has nothing to tell but that it was done. @spec document 1, Endpoints, Cancel order */
export const done = "success";
