/**
 * Id of the `<script type="application/json">` element in the shell; separate from the schema, which the browser does
 * not need.
 */
export const SITE_ELEMENT_ID = "site";
