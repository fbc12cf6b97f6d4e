// Counted once over program texts of several languages.

/** The parts by which the standard words are recognized in bytes; those of a line share a bucket. */
export const USUAL_PARTS: readonly string[] = [
  'scov se-s shar ssli tlas tosc us/v',
  '-pl- 1vbm epli gend isco mcli nfac nsco',
  '5nb2 addr atla dom_ enda erba iomo ird_ mdb_ nb2r ndom ongo otor',
  'bw9u e-se erse eus/ m_us nts:',
  '_use conn kupe mong nspe onne onnl onsc osca',
  'db_s ic/v ip_a mdvz pi/p riva rv_a srva ss_l ty_i',
  '-pri 29ky hard lien rset',
  'cli pl- pri" pri# pri\' pri. pri/ pri` priv pri| slis',
];
