/** Returns a small PDF of one empty page, with a comment of its own, or with what is given before its trailer. */
export function samplePdf(more: string, how: "as a comment" | "as it is" = "as a comment"): Buffer {
  const parts = [
    "%PDF-1.7\n",
    "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n",
    "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n",
    "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n",
    how === "as it is" ? more : `% ${more}\n`,
    "trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n",
  ];
  return Buffer.from(parts.join(""), "latin1");
}
