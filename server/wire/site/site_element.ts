/** Id of the `<script type="application/json">` element in the shell; apart from the schema, which the browser needs not. */
export const SITE_ELEMENT_ID = "site";
